/**
 * Light in haze for film.mjs and photos.mjs. A beam is a cone. Its visible light is single scattering, integrated in closed
 * form where the line of sight passes the beam. It is brighter near the lamp, and brighter if the beam points at the camera
 * (forward scattering). Distance weakens it, and drifting smoke gives it texture. The room has eight slabs of depth, so that
 * people are inside the haze, not in front of it.
 */
export const SLABS = 8
const MAX_BEAMS = 26

export const hazeCommon = `
uniform vec3 uCam; uniform vec4 uLens; uniform vec4 uView; uniform vec2 uSize;
uniform sampler3D uNoise; uniform vec4 uDrift;
vec3 sight(vec2 uv) { vec2 plane = uView.xy + (uv * 2. - 1.) * uView.zw; return normalize(vec3(plane.x, plane.y - uLens.y, uLens.x)); }
float smoke(vec3 p) {
  float a = texture(uNoise, p * vec3(.11, .15, .11) + vec3(uDrift.x, .0, uDrift.y)).r;
  float b = texture(uNoise, p * vec3(.31, .37, .31) + vec3(-uDrift.z, .3, uDrift.w) + a * .12).r;
  float n = a * .65 + b * .35;
  return .12 + 1.75 * smoothstep(.27, .74, n);
}
float phase(float c, float g) { return (1. - g * g) / pow(1. + g * g - 2. * g * c, 1.5); }`

export const hazeFragment = `#version 300 es
precision highp float; precision highp sampler3D;
${hazeCommon}
uniform vec4 uBeamA[${MAX_BEAMS}]; uniform vec4 uBeamB[${MAX_BEAMS}]; uniform float uBeams;
uniform vec4 uTubeA[8]; uniform float uTubes; uniform vec4 uZ0; uniform vec4 uZ1; uniform vec4 uGlow;
layout(location = 0) out vec4 nearer; layout(location = 1) out vec4 farther;
void main() {
  vec2 uv = gl_FragCoord.xy / uSize;
  vec3 d = sight(uv);
  vec4 low = vec4(0.), high = vec4(0.);
  for (int i = 0; i < ${MAX_BEAMS}; i++) {
    if (float(i) >= uBeams) break;
    vec3 P = uBeamA[i].xyz, D = uBeamB[i].xyz; float spread = uBeamA[i].w, power = uBeamB[i].w;
    if (power < .001) continue;
    vec3 w0 = uCam - P; float b = dot(d, D), e = dot(D, w0), f = dot(d, w0), den = max(1. - b * b, 1e-4);
    float s = max((e - b * f) / den, 0.);
    // Beams end on the floor.
    float floorAt = D.y < -.01 ? -P.y / D.y : 60.;
    s = min(s, floorAt);
    float t = max(dot(P + D * s - uCam, d), .05);
    vec3 at = uCam + d * t; float gap = length(at - P - D * s);
    float w = .032 + s * spread;
    float r = gap / (w * 1.7);
    float profile = .62 * sqrt(max(0., 1. - r * r)) + .38 * exp(-gap * gap / (2. * w * w));
    if (profile < .002) continue;
    float slant = sqrt(den) + .07;
    float c = dot(D, -d);
    float air = smoke(at);
    float value = power * profile / (w * slant) * (phase(c, .55) + .12) * air * exp(-.06 * s - .04 * t);
    value *= smoothstep(-.1, .9, at.y);
    float reach = w / slant + .25;
    vec4 a = smoothstep(-1., 1., (uZ0 - at.z) / (2. * reach)), z = smoothstep(-1., 1., (uZ1 - at.z) / (2. * reach));
    z.w = 1.;
    low += value * vec4(a.x, a.y - a.x, a.z - a.y, a.w - a.z);
    high += value * vec4(z.x - a.w, z.y - z.x, z.z - z.y, z.w - z.z);
  }
  // Light of the tubes in the air, slab by slab.
  float from = 0.;
  for (int k = 0; k < 8; k++) {
    float to = k < 4 ? uZ0[k] : uZ1[k - 4]; to = min(to, uGlow.z);
    float mid = mix(from, to, .6), thick = max(to - from, 0.);
    vec3 at = uCam + d * ((mid - uCam.z) / d.z);
    float air = smoke(at), sum = uGlow.y + uGlow.w * exp(-max(at.y, 0.) * .9) / (1. + .5 * max(uGlow.z - mid, 0.));
    for (int i = 0; i < 8; i++) {
      if (float(i) >= uTubes) break;
      vec4 T = uTubeA[i]; // x, y of the middle, half length, power
      float y = clamp(at.y, T.y - T.z, T.y + T.z);
      vec3 v = at - vec3(T.x, y, uGlow.z); float r2 = dot(v, v) + .10;
      sum += T.w * T.z / r2 * phase(dot(v, -d) * inversesqrt(r2), .62);
    }
    float value = sum * thick * air * uGlow.x;
    if (k < 4) low[k] += value; else high[k - 4] += value;
    from = to;
  }
  nearer = low; farther = high;
}`

/** Fragment shader that draws one slab of haze, with its part of the red beam, over the background. */
export const slabFragment = `#version 300 es
precision highp float; precision highp sampler3D;
${hazeCommon}
uniform sampler2D uNear; uniform sampler2D uFar; uniform vec4 uPick; uniform vec4 uLaserA; uniform vec4 uLaserB; uniform vec4 uSpan;
out vec4 color;
void main() {
  vec2 uv = gl_FragCoord.xy / uSize;
  float light = dot(uPick, uSpan.w < .5 ? texture(uNear, uv) : texture(uFar, uv));
  float red = 0.;
  if (uLaserB.w > .001) {
    vec3 d = sight(uv), P = uLaserA.xyz, D = uLaserB.xyz, w0 = uCam - P;
    float b = dot(d, D), e = dot(D, w0), f = dot(d, w0), den = max(1. - b * b, 1e-5);
    float s = max((e - b * f) / den, 0.), t = max(dot(P + D * s - uCam, d), .05);
    vec3 at = uCam + d * t; float gap = length(at - P - D * s) / t;
    float share = step(uSpan.x, at.z) * step(at.z, uSpan.y);
    float w = uLaserA.w;
    red = share * uLaserB.w * (exp(-gap * gap / (w * w)) + .10 * exp(-gap / (w * 6.))) * (.45 + .4 * smoke(at * 1.7)) * smoothstep(0., .4, s);
  }
  color = vec4(light, red, 0., uSpan.z);
}`

const norm = (v) => {
  const l = Math.hypot(...v)
  return v.map((c) => c / l)
}
export const beam = (from, to, spread, power) => ({
  from,
  dir: norm(to.map((c, i) => c - from[i])),
  spread,
  power,
})

export const packBeams = (beams) => {
  const a = new Array(MAX_BEAMS * 4).fill(0)
  const b = new Array(MAX_BEAMS * 4).fill(0)
  beams.forEach((one, i) => {
    a.splice(i * 4, 4, ...one.from, one.spread)
    b.splice(i * 4, 4, ...one.dir, one.power)
  })
  return { 'uBeamA[]': a, 'uBeamB[]': b, uBeams: beams.length }
}

/** Computes the light on head and shoulders of a person: beams from above, with one mean direction, and tubes from behind. */
export function lightOn([x, y, z], beams, tubes, tubeZ, gain) {
  let [tx, ty, tz, power] = [0, 0.0001, 0, 0]
  for (const one of beams) {
    const v = [x - one.from[0], y - one.from[1], z - one.from[2]]
    const s = v[0] * one.dir[0] + v[1] * one.dir[1] + v[2] * one.dir[2]
    if (s <= 0.2) continue
    const gap2 = Math.max(0, v[0] ** 2 + v[1] ** 2 + v[2] ** 2 - s * s)
    const w = 0.05 + s * one.spread
    // The sum of the narrow beam and the soft light of the haze around it.
    const e =
      one.power * (Math.exp(-gap2 / (2 * w * w)) / (w * w * 6) + (0.05 * Math.exp(-gap2 / 3)) / (1 + s * 0.1))
    tx -= one.dir[0] * e
    ty -= one.dir[1] * e
    tz -= one.dir[2] * e
    power += e
  }
  let [bx, by, bz, back] = [0, 0, 0.0001, 0]
  for (const tube of tubes) {
    const v = [tube.x - x, tube.y - y, tubeZ - z]
    const r2 = v[0] ** 2 + v[1] ** 2 + v[2] ** 2 + 0.2
    const e = (tube.power * tube.half) / r2
    const r = Math.sqrt(r2)
    bx += (v[0] / r) * e
    by += (v[1] / r) * e
    bz += (v[2] / r) * e
    back += e
  }
  return {
    top: norm([tx, ty, tz]),
    topPower: Math.min(0.5, power * gain.top),
    back: norm([bx, by, bz]),
    backPower: back * gain.back,
  }
}
