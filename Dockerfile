# The portal, with the packages of production only. Built and checked in docs/operations/deployment.md; the version of Node is that of package.json.
FROM node:26.10.0-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package but that of Node itself has an install script, and this image has that Node.
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build.ts

FROM node:26.10.0-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev

FROM node:26.10.0-slim AS portal
WORKDIR /app
COPY package.json package-lock.json ./
COPY --from=packages /packages/node_modules ./node_modules
COPY tools ./tools
COPY api ./api
COPY contract ./contract
COPY brands ./brands
COPY garments ./garments
COPY lettering ./lettering
COPY body ./body
COPY demo ./demo
# Logos, for PDF documents.
COPY web/public ./web/public
COPY --from=build /build/dist/web ./dist/web
# Typefaces of documents for names that the brands' own lack.
COPY --from=build /build/dist/print-fonts ./dist/print-fonts
# The only folders that are written to: this one, for uploads (and files, unless they are in S3), and /tmp.
RUN mkdir --mode=0700 /var/lib/livery && chown node:node /var/lib/livery
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/livery
# The user node, by number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME ["/var/lib/livery"]
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
# That the process responds. Whether it should receive requests is /readyz, which proxies ask themselves.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "tools/health-check.mjs"]
# The launcher is replaced by the server, which therefore receives signals itself. Other commands: docker run … tools/migrate.ts
ENTRYPOINT ["node", "tools/launch.mjs", "--production", "--no-install"]
CMD ["tools/serve.ts"]

# The same commands with the client programs of PostgreSQL, for backups and restores: docker build --target backup. Its version is that of the server.
FROM postgres:18 AS backup
# A library of Node that this image lacks.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=portal /usr/local/bin/node /usr/local/bin/node
COPY --from=portal /app ./
# Backups are written to the second one.
RUN mkdir --mode=0700 /var/lib/livery /backups && chown 1000:1000 /var/lib/livery /backups
ENV NODE_ENV=production DATA_DIR=/var/lib/livery
USER 1000:1000
VOLUME ["/var/lib/livery", "/backups"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "tools/launch.mjs", "--production", "--no-install"]
CMD ["tools/backup/backup.ts", "/backups", "--keep", "14"]

# What is built unless a stage is named.
FROM portal
