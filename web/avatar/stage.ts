import {
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import { VEIL } from '#body/mannequin/picture.ts';
import type { Dress } from '#body/outfit/dress.ts';
import { BARE } from '#body/outfit/palette.ts';

/** Where a mannequin stands, drawn only when it is told to. */
export interface Stage {
  /** Puts a mannequin in the place of the one before; `wear` follows. */
  show(mannequin: Mannequin): void;
  /** Dresses the mannequin that stands there, or takes off what it wears; and draws. */
  wear(dress: Dress | undefined): void;
  /** Turns it so far to its left (radians), and draws. */
  draw(angle: number): void;
  /** Fits the picture into so many CSS pixels. */
  resize(width: number, height: number): void;
  /** Gives back everything that was allocated, the graphics context included. */
  dispose(): void;
}

/** Sharper than this is not seen, and costs. */
const MOST_PIXELS = 2;
/** How far away the camera stands, in statures, and the angle that it sees, degrees. */
const [AWAY, ANGLE] = [3.2, 19.5];

/** Of sRGB what light is reckoned with, 0 to 1. */
const LINEAR = Float32Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);
const colourAttribute = (colours: Uint8Array) =>
  new BufferAttribute(
    Float32Array.from(colours, (value) => LINEAR[value] as number),
    3,
  );

function geometryOf({ positions, normals, indices }: Pick<Mannequin, 'positions' | 'normals' | 'indices'>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** Cloth that can be looked through, less at its edges. */
function veil(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.9, transparent: true, depthWrite: false });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `diffuseColor.a = mix(${VEIL.least.toFixed(2)}, ${VEIL.most.toFixed(2)}, pow(1.0 - abs(dot(normalize(vViewPosition), normal)), 2.0));
      #include <opaque_fragment>`,
    );
  };
  return material;
}

/** Sets up the stage in a canvas. Throws where there is no WebGL. */
export function openStage(canvas: HTMLCanvasElement): Stage {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: 'low-power' });
  const scene = new Scene();
  const sky = new HemisphereLight(0xffffff, 0x8d877f, 1.5);
  const key = new DirectionalLight(0xffffff, 2.1);
  key.position.set(-1.6, 2.4, 2.6);
  // Somewhat darker than its colours, so that light does not wash them out.
  const skin = new MeshStandardMaterial({ vertexColors: true, roughness: 0.86 });
  skin.color.setScalar(0.82);
  const cloth = veil();
  const camera = new PerspectiveCamera(ANGLE, 1, 50, 2000);
  scene.add(sky, key);
  let mesh: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;
  let shell: typeof mesh;
  let turn = 0;

  function draw(angle = turn) {
    turn = angle;
    if (!mesh) return;
    mesh.rotation.y = angle;
    if (shell) shell.rotation.y = angle;
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
    if (!mesh) return;
    scene.remove(mesh);
    mesh.geometry.dispose();
    mesh = undefined;
  }
  function paint(colours?: Uint8Array) {
    if (!mesh) return;
    const { count } = mesh.geometry.getAttribute('position');
    const bare = () => Uint8Array.from({ length: 3 * count }, (_, i) => BARE[(i % 3) as 0 | 1 | 2]);
    mesh.geometry.setAttribute('color', colourAttribute(colours ?? bare()));
  }

  return {
    show(mannequin) {
      remove();
      const geometry = geometryOf(mannequin);
      geometry.computeBoundingBox();
      mesh = new Mesh(geometry, skin);
      scene.add(mesh);
      const stature = geometry.boundingBox?.max.y ?? 170;
      camera.position.set(0, 0.55 * stature, AWAY * stature);
      camera.lookAt(0, 0.5 * stature, 0);
    },
    wear(dress) {
      undress();
      paint(dress?.colours);
      if (dress?.shell) {
        const geometry = geometryOf(dress.shell);
        geometry.setAttribute('color', colourAttribute(dress.shell.colours));
        shell = new Mesh(geometry, cloth);
        scene.add(shell);
      }
      draw();
    },
    draw,
    resize(width, height) {
      renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_PIXELS));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      draw();
    },
    dispose() {
      remove();
      skin.dispose();
      cloth.dispose();
      sky.dispose();
      key.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
