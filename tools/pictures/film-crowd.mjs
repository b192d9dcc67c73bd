/**
 * The people of film.mjs and photos.mjs. JavaScript moves the skeleton of a person with the beat. A shader (GLSL) draws it
 * from a signed distance: skull, jaw, ears, neck, trapezius, shoulders, trunk, sleeves, forearms, palms and fingers, with hair
 * and clothes on top. The distance gives the outline. Its gradient gives the direction of the surface for the light. A wider
 * edge gives the blur outside the focus. The code needs no model files, and no two people are equal.
 */
import { random } from './film-studio.mjs'

export const TEXELS = 12

/** Hair 0 crop, 1 long, 2 bun, 3 ponytail, 4 curls, 5 cap, 6 bucket hat, 7 shaved, 8 bob, 9 quiff, 10 headphones, 11 beanie */
const HAIR = [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 11, 3, 0, 4, 1]
/** Clothes by frequency: 0 T-shirt, 1 vest, 2 hoodie, 3 loose shirt */
const CLOTHES = [0, 0, 0, 1, 1, 2, 3, 3, 0]

export function makePerson(seed, x, z, more = {}) {
  const r = random(seed * 7919 + 13)
  for (let i = 0; i < 4; i++) r()
  const slight = r() < 0.48
  const height = (slight ? 1.6 : 1.7) + r() * 0.15 + (r() < 0.08 ? 0.07 : 0)
  return {
    seed,
    x,
    z,
    height,
    half: (slight ? 0.168 : 0.192) + r() * 0.022,
    bulk: (slight ? 0.86 : 1.0) + r() * 0.16,
    hair: HAIR[Math.floor(r() * HAIR.length)],
    cloth: CLOTHES[Math.floor(r() * CLOTHES.length)],
    tone: r() < 0.16 ? 0.5 + 0.5 * r() : 0.1 + 0.25 * r(),
    face: (r() - 0.5) * 0.7 + (r() < 0.16 ? (r() < 0.5 ? -0.8 : 0.8) : 0),
    phase: (r() - 0.5) * 0.16,
    sway: 0.6 + r() * 0.8,
    swaySign: r() < 0.5 ? -1 : 1,
    bob: 0.6 + r() * 0.8,
    turn: r(),
    arms: [0, 1].map(() => ({
      mood: r(),
      up: r(),
      bend: r(),
      when: r(),
      hand: 1 + Math.floor(r() * 4),
      pump: 0.5 + r(),
    })),
    raise: r() < 0.3 ? (r() < 0.35 ? 3 : r() < 0.5 ? 1 : 2) : 0,
    ...more,
  }
}

const TAU = Math.PI * 2

/**
 * Returns the pose of a person at a beat. All movements repeat after `loop` beats. Bodies sink on every beat and lean to a side
 * in two or four beats. Heads turn once in the loop, and some arms rise and fall once.
 */
export function pose(person, beat, loop) {
  const p = person
  const b = beat + p.phase
  const bounce = Math.abs(Math.cos(Math.PI * b)) ** 1.6 // 1 on the beat: knees bent
  const leanPeriod = p.turn < 0.6 ? 2 : 4
  const lean = Math.sin((TAU * b) / leanPeriod + 0.4 * p.turn) * p.sway * p.swaySign
  const slow = Math.sin((TAU * b) / loop + TAU * p.turn)
  const still = p.still ?? 1
  const H = p.height
  const drop = -0.032 * bounce * p.bob * still
  const sx = (0.022 * lean + 0.02 * slow) * still
  const hip = [p.x + (-0.012 * lean + 0.012 * slow) * still, 0.535 * H + drop * 0.6]
  const chest = [p.x + sx, H - 0.315 + drop]
  const tilt = (0.022 * lean + 0.008 * slow) * still
  const head = [
    p.x + sx * 1.25 + 0.006 * lean * still + (p.headX ?? 0),
    H - 0.125 + drop * 1.18 + (p.headY ?? 0),
  ]
  const headTilt = -0.1 * lean * still * (0.4 + p.turn) + 0.06 * slow * still + (p.headTilt ?? 0)
  const face = p.face + 0.25 * slow * still
  const limbs = [-1, 1].map((side, k) => {
    const arm = p.arms[k]
    const wanted = (p.raise >> k) & 1
    // An arm rises and falls once in the loop, unless the person keeps it raised.
    const lift =
      wanted && p.keep
        ? 1
        : wanted
          ? 0.5 -
            0.5 * Math.cos(TAU * Math.min(1, Math.max(0, ((((beat / loop + arm.when) % 1) + 1) % 1) * 1.35)))
          : 0
    const w = Math.min(1, lift * 1.6)
    const ease = w * w * (3 - 2 * w)
    const pump = Math.cos(TAU * b) * 0.5 + 0.5
    const upper = 0.172 * H
    const fore = 0.15 * H
    const shoulder = [chest[0] + side * p.half, chest[1] + side * tilt - 0.01]
    // Angles of the arm from straight down, positive outwards. Radians
    const downA = 0.14 + 0.2 * arm.bend + 0.05 * lean * side * still
    const downB = -0.1 + 0.5 * arm.up - 0.45 * arm.bend
    const upA = (p.upA ?? 2.05) + 0.75 * arm.up - 0.1 * pump * arm.pump * still
    const upB = upA + (p.upB ?? 0.3) + 1.05 * arm.bend * (1 - 0.35 * arm.up) - 0.1 * pump * arm.pump * still
    const A = downA + (upA - downA) * ease
    const B = downB + (upB - downB) * ease
    const short = 1 - 0.35 * Math.sin(Math.PI * ease) // a rising arm passes in front of the body, so it looks shorter
    const elbow = [
      shoulder[0] + side * Math.sin(A) * upper * short,
      shoulder[1] - Math.cos(A) * upper * short,
    ]
    const hand = [elbow[0] + side * Math.sin(B) * fore * short, elbow[1] - Math.cos(B) * fore * short]
    hand[1] += ease * 0.03 * pump * arm.pump * still
    return p.limbs?.[k]
      ? {
          elbow: [p.x + p.limbs[k][0], p.limbs[k][1]],
          hand: [p.x + p.limbs[k][2], p.limbs[k][3]],
          ease: 1,
          type: p.limbs[k][4] ?? 4,
        }
      : { elbow, hand, ease, type: ease > 0.25 ? arm.hand : 4 }
  })
  const [l, r] = limbs
  const legs = p.legs ?? [-0.1, 0.48, -0.12, 0.06, 0.1, 0.48, 0.13, 0.06]
  const xs = [head[0] - 0.26, head[0] + 0.26, chest[0] - 0.36, chest[0] + 0.36]
  const ys = [head[1] + 0.27]
  for (const limb of limbs) {
    xs.push(limb.elbow[0] - 0.12, limb.elbow[0] + 0.12, limb.hand[0] - 0.24, limb.hand[0] + 0.24)
    ys.push(limb.elbow[1] + 0.12, limb.hand[1] + 0.25)
  }
  if (p.full) for (const k of [0, 2, 4, 6]) xs.push(p.x + legs[k] - 0.2, p.x + legs[k] + 0.2)
  const low = p.full ? -0.06 : (p.low ?? 0.45)
  return {
    x: p.x,
    z: p.z,
    head,
    chest,
    texels: (light) => [
      [p.x, p.z, p.seed % 97, H],
      [...head, headTilt, face],
      [...chest, tilt, p.half],
      [...hip, p.bulk, p.hair],
      [...l.elbow, ...l.hand],
      [...r.elbow, ...r.hand],
      [l.type, r.type, p.cloth, p.tone],
      [p.x + legs[0], legs[1], p.x + legs[2], legs[3]],
      [p.x + legs[4], legs[5], p.x + legs[6], legs[7]],
      [Math.min(...xs), low, Math.max(...xs), Math.max(...ys)],
      [...light.top, light.topPower],
      [...light.back, light.backPower * (p.full ? -1 : 1)],
    ],
  }
}

/** Vertex shader of a person, one instance each. Uniforms: uCam (position), uLens (focal length, horizon, aspect), uView. */
export const personVertex = `#version 300 es
precision highp float;
uniform highp sampler2D uPeople;
uniform vec3 uCam; uniform vec4 uLens; uniform vec4 uView; uniform int uFirst;
flat out int id; out vec2 spot;
void main() {
  id = uFirst + gl_InstanceID;
  vec4 place = texelFetch(uPeople, ivec2(0, id), 0);
  vec4 box = texelFetch(uPeople, ivec2(9, id), 0);
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  spot = mix(box.xy, box.zw, corner);
  float z = place.y - uCam.z;
  vec2 at = (spot - uCam.xy) / z * uLens.x;
  // Picture plane: x in half widths, y in half widths above the horizon; uView crops it (centre, half size).
  vec2 clip = (vec2(at.x, at.y + uLens.y) - uView.xy) / uView.zw;
  gl_Position = vec4(clip, 0., 1.);
}`

const bodyShader = `
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float vnoise(vec2 p) {
  vec2 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float limb(vec2 p, vec2 a, vec2 b, float ra, float rb) {
  vec2 pa = p - a, ba = b - a; float h = clamp(dot(pa, ba) / max(dot(ba, ba), 1e-6), 0., 1.);
  return length(pa - ba * h) - mix(ra, rb, h);
}
float oval(vec2 p, vec2 r) { float k = length(p / r), q = length(p / (r * r)); return k * (k - 1.) / max(q, 1e-3); }
float join(float a, float b, float k) { float h = max(k - abs(a - b), 0.) / k; return min(a, b) - h * h * k * .25; }
vec2 turn(vec2 p, float a) { float c = cos(a), s = sin(a); return vec2(c * p.x - s * p.y, s * p.x + c * p.y); }
float slab(vec2 p, vec2 c, vec2 h, float r) { vec2 q = abs(p - c) - h + r; return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - r; }

float handShape(vec2 p, vec2 elbow, vec2 wrist, float kind, float side, float seed) {
  vec2 u = normalize(wrist - elbow), v = vec2(-u.y, u.x) * side;
  vec2 q = vec2(dot(p - wrist, v), dot(p - wrist, u)) / .9;
  if (length(q - vec2(0., .08)) > .2) return length(q - vec2(0., .08)) - .12;
  float d = 1.;
  if (kind < 1.5 || kind > 3.5) {
    float curl = kind > 3.5 ? .62 : 1.;
    float fan = kind > 3.5 ? .05 : .13 + .1 * hash(vec2(seed, 4.));
    d = limb(q, vec2(0., .012), vec2(0.002, .068), .030, .037);
    for (int i = 0; i < 4; i++) {
      float k = float(i) - 1.5;
      vec2 base = vec2(k * .0195, .088 - abs(k + .4) * .004);
      float a = k * fan - .02; float len = (.078 - .011 * (k + .4) * (k + .4)) * curl * (.9 + .2 * hash(vec2(seed, k)));
      vec2 mid = base + vec2(sin(a), cos(a)) * len * .55;
      vec2 tip = mid + vec2(sin(a * 1.25 - .06), cos(a * 1.25 - .06)) * len * .5;
      d = min(d, min(limb(q, base, mid, .0098, .0088), limb(q, mid, tip, .0088, .0070)));
    }
    vec2 t0 = vec2(-.024, .03), t1 = vec2(-.050, .062), t2 = vec2(-.060 - .012 * curl, .098);
    d = join(d, min(limb(q, t0, t1, .016, .0115), limb(q, t1, t2, .0112, .0082)), .012);
  } else {
    d = limb(q, vec2(0., .012), vec2(0., .062), .030, .040);
    d = join(d, slab(q, vec2(.0, .075), vec2(.042, .028), .02), .014);
    for (int i = 0; i < 4; i++) d = join(d, length(q - vec2(float(i) * .021 - .031, .100 - .003 * abs(float(i) - 1.))) - .0125, .006);
    d = join(d, limb(q, vec2(-.036, .04), vec2(-.030, .082), .014, .012), .008);
    if (kind > 2.5) d = min(d, min(limb(q, vec2(-.022, .09), vec2(-.024, .135), .0105, .0095), limb(q, vec2(-.024, .135), vec2(-.021, .172), .0095, .0072)));
  }
  return d;
}

vec3 person(vec2 p, int id) {
  vec4 A = texelFetch(uPeople, ivec2(0, id), 0), B = texelFetch(uPeople, ivec2(1, id), 0);
  vec4 C = texelFetch(uPeople, ivec2(2, id), 0), D = texelFetch(uPeople, ivec2(3, id), 0);
  vec4 E = texelFetch(uPeople, ivec2(4, id), 0), F = texelFetch(uPeople, ivec2(5, id), 0);
  vec4 G = texelFetch(uPeople, ivec2(6, id), 0);
  float seed = A.z, bulk = D.z, hairKind = D.w, cloth = G.z;
  vec2 head = B.xy, chest = C.xy, hip = D.xy; float half_ = C.w; vec2 slope = vec2(1., C.z / half_);
  vec2 ls = chest - half_ * slope, rs = chest + half_ * slope;

  // Trunk and shoulders
  float wob = (vnoise(p * 23. + seed * 3.1) - .5) * .010 + (vnoise(p * 61. + seed) - .5) * .004;
  float trunk = limb(p, chest + vec2(0., -.13), hip, .148 * bulk, (cloth > 2.5 ? .158 : .135) * bulk);
  trunk = join(trunk, limb(p, ls + vec2(.05, -.012), rs + vec2(-.05, -.012), .052, .052), .07);
  trunk = join(trunk, min(limb(p, ls + vec2(.12, -.14), chest, .07, .09), limb(p, rs + vec2(-.12, -.14), chest, .07, .09)), .04);
  vec2 nape = mix(chest, head, .42);
  float traps = min(limb(p, nape + vec2(-.018, 0.), mix(chest, ls, .72) + vec2(0., .004), .046, .040), limb(p, nape + vec2(.018, 0.), mix(chest, rs, .72) + vec2(0., .004), .046, .040));
  trunk = join(trunk, traps, .05);
  trunk += wob * (cloth > 1.5 ? 1.4 : .8);

  bool full = texelFetch(uPeople, ivec2(11, id), 0).w < 0.;
  // Arms with sleeves
  float skin = 1e3, sleeve = 1e3;
  for (int k = 0; k < 2; k++) {
    vec2 s = k == 0 ? ls : rs, e = k == 0 ? E.xy : F.xy, h = k == 0 ? E.zw : F.zw; float side = k == 0 ? -1. : 1.;
    s.x -= side * .012;
    float upper = limb(p, s, e, .050 * mix(.9, 1.06, bulk - .4), .0385);
    vec2 u = e + (h - e) * .30;
    float fore = join(limb(p, e, u, .0385, .041), limb(p, u, h, .041, .0265), .02);
    float arm = join(upper, fore, .014);
    arm = join(arm, handShape(p, e, h, k == 0 ? G.x : G.y, side, seed + side), .012);
    skin = min(skin, arm);
    if (cloth < .5 || cloth > 2.5) sleeve = min(sleeve, limb(p, s, mix(s, e, .62), full ? .054 : .058, full ? .050 : .064 + .012 * cloth / 3.));
    else if (cloth > 1.5) { sleeve = min(sleeve, limb(p, s, e, .066, .058)); sleeve = min(sleeve, limb(p, e, mix(e, h, .9), .058, .046)); }
  }
  float body = join(trunk, min(sleeve + wob, skin), .035);

  // Neck and head
  vec2 q = turn(p - head, -B.z);
  float f = clamp(B.w, -1., 1.), side = abs(f);
  float neck = limb(p, chest + vec2(0., -.01), head + turn(vec2(-.012 * f, -.07), B.z), .060 * mix(.85, 1.05, bulk - .2), .050 * mix(.88, 1.05, bulk - .2));
  body = join(body, neck, .05);
  float skull = oval(q - vec2(-.012 * f, .024), vec2(.074 + .018 * side, .098));
  float jaw = oval(q - vec2(.026 * f, -.052), vec2(.057 + .004 * side, .066));
  float face = join(skull, jaw, .035);
  if (side > .45) {
    float g = smoothstep(.45, .85, side); vec2 m = vec2(q.x * sign(f), q.y);
    face = join(face, limb(m, vec2(.078, .012), vec2(.078 + .026 * g, -.024), .010, .012), .012);
    face = join(face, length(m - vec2(.070 + .008 * g, -.052)) - .016, .012);
    face = join(face, length(m - vec2(.064 + .008 * g, -.092)) - .021, .02);
    face = join(face, length(m - vec2(.074, .034)) - .018, .02);
  }
  float ears = min(oval(turn(q - vec2(-.080 + .05 * max(f, 0.), -.012), -.16), vec2(.013, .030)), oval(turn(q - vec2(.080 + .05 * min(f, 0.), -.012), .16), vec2(.013, .030)));
  face = join(face, ears, .006);

  // Hair and hats
  float ang = atan(q.x, q.y), n1 = vnoise(vec2(ang * 9., length(q) * 14.) + seed * 5.), n2 = vnoise(q * 150. + seed), n3 = vnoise(q * vec2(190., 24.) + seed * 2.);
  float hair = 1e3, solid = 0.;
  float shell = oval(q - vec2(-.014 * f, .030), vec2(.079 + .018 * side, .101));
  if (hairKind < .5) hair = max(shell - .004 * n1, -q.y - .035 - .012 * n2);
  else if (hairKind < 1.5) {
    float fall = join(limb(q, vec2(-.02 * f, -.02), vec2(-.035 * f, -.25 - .06 * hash(vec2(seed))), .086, .080 - .02 * n1), shell - .010, .04);
    hair = fall + (n3 - .6) * .011 + .012 * smoothstep(-.12, -.3, q.y) * (n3 - .2);
  } else if (hairKind < 2.5) {
    vec2 b = vec2((hash(vec2(seed, 2.)) - .5) * .03 - .02 * f, .138);
    hair = min(max(shell - .005, -q.y - .03), oval(q - b, vec2(.043, .036)) + (n1 - .5) * .010) + (n2 - .6) * .003;
  } else if (hairKind < 3.5) {
    vec2 t = vec2(-.075 * f - .012, .045), e = vec2(-.115 * f + .02 * sin(seed), -.17);
    hair = min(max(shell - .006, -q.y - .03), limb(q, t, mix(t, e, .5) + vec2(-.03 * f, .02), .026, .034) + (n3 - .5) * .006);
    hair = join(hair, limb(q, mix(t, e, .5) + vec2(-.03 * f, .02), e, .034, .012) + (n3 - .5) * .010, .02);
  } else if (hairKind < 4.5) {
    float big = .022 + .030 * hash(vec2(seed, 9.));
    hair = oval(q - vec2(-.01 * f, .030), vec2(.082, .098) + big) + (n1 - .5) * .030 + (n2 - .5) * .014;
  } else if (hairKind < 5.5) {
    float dome = max(oval(q - vec2(-.008 * f, .030), vec2(.084 + .014 * side, .103)), -q.y + .018);
    float peak = side > .3 ? limb(q, vec2(sign(f) * .07, .030), vec2(sign(f) * (.09 + .08 * side), .018), .010, .006) : limb(q, vec2(-.06, .02), vec2(.06, .02), .006, .006);
    hair = min(dome, peak); hair = min(hair, length(q - vec2(-.008 * f, .133)) - .007); solid = 1.;
    hair = min(hair, max(shell, max(-q.y - .045, q.y)) );
  } else if (hairKind < 6.5) {
    float crown = join(slab(q, vec2(0., .085), vec2(.082, .050), .03), slab(q, vec2(0., .05), vec2(.092, .02), .02), .02);
    float brim = min(limb(q, vec2(-.088, .04), vec2(-.135, -.006), .010, .006), limb(q, vec2(.088, .04), vec2(.135, -.006), .010, .006));
    brim = min(brim, slab(q, vec2(0., .018), vec2(.115, .024), .02));
    hair = min(crown, brim); solid = 1.;
  } else if (hairKind < 7.5) hair = 1e3;
  else if (hairKind < 8.5) {
    hair = join(shell - .012, oval(q - vec2(-.012 * f, -.055), vec2(.100, .088)), .03);
    hair = max(hair, -q.y - .118 - .010 * n3) + (n3 - .6) * .006;
  } else if (hairKind < 9.5) {
    hair = join(max(shell - .002, -q.y - .01), oval(q - vec2(.012 * sin(seed) + .02 * f, .108), vec2(.066, .038)) + (n1 - .5) * .022, .03) + (n2 - .5) * .006;
  } else if (hairKind < 10.5) {
    hair = max(shell - .004 * n1, -q.y - .035);
    float band = abs(oval(q - vec2(0., .03), vec2(.092, .112))) - .008; band = max(band, -q.y + .01);
    hair = min(hair, min(band, min(slab(q, vec2(-.098, -.012), vec2(.020, .040), .016), slab(q, vec2(.098, -.012), vec2(.020, .040), .016))));
  } else { hair = max(oval(q - vec2(-.01 * f, .040), vec2(.086, .108)), -q.y + .0) + (n3 - .5) * .003; hair = min(hair, max(slab(q, vec2(-.006 * f, .022), vec2(.088, .022), .014), -1.)); hair = min(hair, max(shell, -q.y - .05)); solid = 1.; }

  float hood = 1e3;
  if (cloth > 1.5 && cloth < 2.5) { hood = join(oval(p - (chest + vec2(0., .070)), vec2(.118, .062)), oval(p - (chest + vec2(0., .03)), vec2(.15, .05)), .03) + wob; body = join(body, hood, .02); }

  float all = join(body, face, .02);
  float d = min(all, hair);
  float isHair = (hair < all ? 1. : 0.) * (1. - solid);
  float isSkin = (min(skin, face) < min(trunk, sleeve) - .002 && hair > min(skin, face)) || cloth > .5 && cloth < 1.5 && skin < trunk + .03 ? 1. : 0.;

  if (full) { // legs, trousers that break over the ankle, shoes seen from behind
    vec4 P = texelFetch(uPeople, ivec2(7, id), 0), Q = texelFetch(uPeople, ivec2(8, id), 0);
    vec2 hl = hip + vec2(-.080, -.02), hr = hip + vec2(.080, -.02);
    float loose = .012 * hash(vec2(seed, 5.));
    float l = join(limb(p, hl, P.xy, .090 * bulk, .060 + loose), limb(p, P.xy, P.zw + vec2(0., .02), .058 + loose, .043 + loose), .04);
    float r = join(limb(p, hr, Q.xy, .090 * bulk, .060 + loose), limb(p, Q.xy, Q.zw + vec2(0., .02), .058 + loose, .043 + loose), .04);
    float legs = join(min(l, r), oval(p - hip - vec2(0., -.01), vec2(.165 * bulk, .12)), .05);
    legs += (vnoise(p * vec2(30., 14.) + seed) - .5) * .012;
    float shoes = min(join(oval(p - P.zw - vec2(-.012, -.028), vec2(.046, .034)), limb(p, P.zw + vec2(-.01, -.04), P.zw + vec2(-.052, -.045), .022, .016), .02),
      join(oval(p - Q.zw - vec2(.012, -.028), vec2(.046, .034)), limb(p, Q.zw + vec2(.01, -.04), Q.zw + vec2(.052, -.045), .022, .016), .02));
    d = min(join(d, legs, .03), shoes);
  }
  return vec3(d, isHair, isSkin);
}`

export const personFragment = `#version 300 es
precision highp float; precision highp int; precision highp sampler3D;
uniform highp sampler2D uPeople; uniform sampler3D uNoise; uniform vec3 uCam; uniform vec4 uLens; uniform vec4 uFocus; uniform vec4 uAmbient; uniform vec2 uSize;
flat in int id; in vec2 spot; out vec4 color;
${bodyShader}
void main() {
  vec4 place = texelFetch(uPeople, ivec2(0, id), 0);
  vec4 top = texelFetch(uPeople, ivec2(10, id), 0), back = texelFetch(uPeople, ivec2(11, id), 0);
  float tone = texelFetch(uPeople, ivec2(6, id), 0).w;
  float z = place.y - uCam.z;
  float pixel = length(vec2(dFdx(spot.x), dFdy(spot.y))) * .7;
  // Circle of confusion in metres at that depth (uFocus: focus distance, aperture).
  float coc = uFocus.y * abs(z - uFocus.x) / uFocus.x;
  float soft = max(coc, pixel * .75);
  vec3 s = person(spot, id);
  float d = s.x;
  float hairy = s.y;
  float edge = soft + hairy * .0035;
  float alpha = 1. - smoothstep(-edge, edge, d);
  if (alpha < .002) discard;
  vec2 g = vec2(dFdx(d) / dFdx(spot.x), dFdy(d) / dFdy(spot.y)); g /= max(length(g), 1e-3);
  float R = .060 + soft;
  float t = clamp((-d + soft * .3) / R, 0., 1.);
  float nz = sqrt(max(0., 1. - (1. - t) * (1. - t)));
  vec2 fold = vec2(vnoise(spot * 31. + place.z) - .5, vnoise(spot * 29. + place.z + 7.) - .5) * (1. - s.z) * .5
    + vec2(vnoise(spot * vec2(210., 60.) + place.z) - .5, 0.) * hairy * .9;
  vec3 n = normalize(vec3(g * (1. - t) + fold * (.25 + t), -nz - .05));
  float thin = .06 / R;
  float skinGloss = s.z * .6;
  float lamb = max(0., dot(n, top.xyz));
  float rimTop = (lamb * (.25 + .75 * (1. - nz)) + skinGloss * pow(lamb, 6.)) * top.w;
  float rimBack = max(0., dot(n, back.xyz)); rimBack = (rimBack + skinGloss * pow(max(0., 1. - nz), 4.) * .5) * abs(back.w);
  // Hair lets light from behind through.
  float halo = hairy * exp(-t * 9.) * thin
    * (abs(back.w) * .5 * (.25 + .75 * smoothstep(-.5, .9, dot(g, normalize(back.xy + vec2(0., .12))))) + top.w * .3 * (.1 + .9 * smoothstep(-.2, 1., dot(g, normalize(top.xy + vec2(0., .05))))));
  float albedo = mix(.30, .75, s.z * .6 + tone * (1. - s.z)) * mix(1., .55, hairy);
  float grit = .75 + .5 * vnoise(spot * 160. + place.z * 3.);
  float light = albedo * grit * (rimTop + rimBack) * mix(1., thin, .5) + halo * (.5 + vnoise(spot * vec2(260., 90.)));
  light += uAmbient.x * albedo * (.35 + .65 * nz) * (.4 + tone);
  color = vec4(light * alpha, 0., 0., alpha);
}`
