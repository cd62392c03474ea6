import { BufferAttribute, BufferGeometry, Mesh, PerspectiveCamera, Scene, ShaderMaterial, WebGLRenderer } from 'three';
import { buildBase, buildShadow, type MeshGeometry } from '#body/mannequin/base.ts';
import { CAMERA, LIGHTS, SRGB_TO_LINEAR } from '#body/mannequin/lighting.ts';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import { SKIN_COLOUR } from '#body/mannequin/palette.ts';
import { GARMENT_OPACITY } from '#body/mannequin/picture.ts';
import type { OutfitMesh } from '#body/outfit/dress-mannequin.ts';

/** A WebGL scene with a mannequin, drawn on request. */
export interface MannequinScene {
  /** Replaces the mannequin; must be followed by `wear`. */
  setMannequin(mannequin: Mannequin): void;
  /** Changes or removes the mannequin's outfit, and draws. */
  setOutfit(dress: OutfitMesh | undefined): void;
  /** Rotates the mannequin to its left (radians), and draws. */
  draw(angle: number): void;
  /** Sets the size in CSS pixels. */
  resize(width: number, height: number): void;
  /** Releases all resources, including the graphics context. */
  dispose(): void;
}

/** Maximum device pixel ratio: higher ones cost more without a visible difference. */
const MAX_PIXEL_RATIO = 2;

const bytes = (values: Uint8Array) => new BufferAttribute(values, 1, true);
const colourAttribute = (colours: Uint8Array) =>
  new BufferAttribute(
    Float32Array.from(colours, (value) => SRGB_TO_LINEAR[value] as number),
    3,
  );

function geometryOf({ positions, normals, indices, shades, colours, minOpacity }: MeshGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('shade', bytes(shades));
  if (colours) geometry.setAttribute('colour', colourAttribute(colours));
  if (minOpacity) geometry.setAttribute('hides', bytes(minOpacity));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** Formats a number or vector as GLSL. */
const glsl = (values: number | readonly number[]) =>
  typeof values === 'number' ? values.toFixed(4) : `vec${values.length}(${values.map((value) => value.toFixed(4)).join()})`;

/**
 * A matt surface under the studio's lights, as `lightFrom` reckons them; `opacity` is an expression, left out where nothing is
 * seen through.
 */
function matt(opacity = '1.0'): ShaderMaterial {
  const { key, wrap, softness, fill, rim, sky, ground, fold, warmth } = LIGHTS;
  const isSolid = opacity === '1.0';
  return new ShaderMaterial({
    transparent: !isSolid,
    depthWrite: isSolid,
    vertexShader: `
      attribute float shade;
      attribute float hides;
      attribute vec3 colour;
      varying float vShade;
      varying float vHides;
      varying vec3 vColour;
      varying vec3 vNormal;
      varying vec3 vEye;
      void main() {
        vec4 place = modelMatrix * vec4(position, 1.0);
        vShade = shade;
        vHides = hides;
        vColour = colour;
        vNormal = mat3(modelMatrix) * normal;
        vEye = cameraPosition - place.xyz;
        gl_Position = projectionMatrix * viewMatrix * place;
      }`,
    fragmentShader: `
      varying float vShade;
      varying float vHides;
      varying vec3 vColour;
      varying vec3 vNormal;
      varying vec3 vEye;
      void main() {
        vec3 normal = normalize(vNormal);
        float facing = dot(normal, normalize(vEye));
        float ahead = pow(max(0.0, (dot(normal, ${glsl(key.from)}) + ${glsl(wrap)}) / ${glsl(1 + wrap)}), ${glsl(softness)}) * mix(${glsl(fold)}, 1.0, vShade);
        float beside = max(0.0, dot(normal, ${glsl(fill.from)})) * vShade;
        float behind = pow(1.0 - max(0.0, facing), 3.0) * max(0.0, 0.5 + 0.5 * dot(normal, ${glsl(rim.from)})) * vShade;
        vec3 around = mix(${glsl(ground)}, ${glsl(sky)}, 0.5 + 0.5 * normal.y) * pow(vec3(vShade), ${glsl(warmth)});
        vec3 light = around + ahead * ${glsl(key.colour)} + beside * ${glsl(fill.colour)} + behind * ${glsl(rim.colour)};
        gl_FragColor = vec4(vColour * light, ${opacity});
        #include <colorspace_fragment>
      }`,
  });
}

/** Translucent cloth, more opaque at its edges. */
const veil = () =>
  matt(`max(mix(${glsl(GARMENT_OPACITY.min)}, ${glsl(GARMENT_OPACITY.max)}, pow(1.0 - abs(facing), 2.0)), vHides)`);

/** Creates the scene in a canvas. Throws if WebGL is not available. */
export function createMannequinScene(canvas: HTMLCanvasElement): MannequinScene {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: 'low-power' });
  const scene = new Scene();
  const materials = { skin: matt(), cloth: veil(), shadow: matt('vHides') };
  const camera = new PerspectiveCamera(CAMERA.fieldOfView, 1, 50, 2000);
  let mesh: Mesh<BufferGeometry, ShaderMaterial> | undefined;
  let shell: typeof mesh;
  /** The plate and the shadow around it. */
  let below: NonNullable<typeof mesh>[] = [];
  let turn = 0;

  function draw(angle = turn) {
    turn = angle;
    if (!mesh) return;
    mesh.rotation.y = angle;
    for (const each of [shell, ...below]) if (each) each.rotation.y = angle;
    renderer.render(scene, camera);
  }
  function undress() {
    if (!shell) return;
    scene.remove(shell);
    shell.geometry.dispose();
    shell = undefined;
  }
  function remove() {
    undress();
    for (const each of [mesh, ...below]) {
      if (!each) continue;
      scene.remove(each);
      each.geometry.dispose();
    }
    mesh = undefined;
    below = [];
  }
  function paint(colours?: Uint8Array) {
    if (!mesh) return;
    const { count } = mesh.geometry.getAttribute('position');
    const bare = () => Uint8Array.from({ length: 3 * count }, (_, i) => SKIN_COLOUR[(i % 3) as 0 | 1 | 2]);
    mesh.geometry.setAttribute('colour', colourAttribute(colours ?? bare()));
  }

  return {
    setMannequin(mannequin) {
      remove();
      const geometry = geometryOf(mannequin);
      geometry.computeBoundingBox();
      const stature = geometry.boundingBox?.max.y ?? 170;
      mesh = new Mesh(geometry, materials.skin);
      below = [
        new Mesh(geometryOf(buildShadow(stature)), materials.shadow),
        new Mesh(geometryOf(buildBase(mannequin, stature)), materials.skin),
      ];
      scene.add(mesh, ...below);
      camera.position.set(0, CAMERA.height * stature, CAMERA.distance * stature);
      camera.lookAt(0, CAMERA.targetHeight * stature, 0);
    },
    setOutfit(dress) {
      undress();
      paint(dress?.colours);
      if (dress?.shell) {
        shell = new Mesh(geometryOf(dress.shell), materials.cloth);
        shell.renderOrder = 1;
        scene.add(shell);
      }
      draw();
    },
    draw,
    resize(width, height) {
      renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      draw();
    },
    dispose() {
      remove();
      for (const material of Object.values(materials)) material.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
