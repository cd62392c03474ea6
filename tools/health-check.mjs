// Exits with 0 if the portal on this machine responds: the health check of the container, which has no other program for it.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/livez`;
try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(4000) });
  if (!ok) console.error(`${url} responds with ${status}`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`${url} does not respond: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
