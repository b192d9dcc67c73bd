/**
 * The light of photos.mjs: a path tracer in a fragment shader. Boxes, upright cylinders and ellipsoids, bounced light,
 * a glossy floor, a thin lens, and haze that scatters sun, spots and tubes once on its way to the camera. Its noise,
 * evened out by some hundred samples per pixel, ends as part of the grain.
 */
export const MAX_LIGHTS = 8
export const MAX_PRIMS = 150

export const traceFragment = `#version 300 es
precision highp float; precision highp int; precision highp sampler3D;
uniform vec2 uSize; uniform sampler3D uNoise; uniform vec4 uPrimA[${MAX_PRIMS}]; uniform vec4 uPrimB[${MAX_PRIMS}]; uniform float uCount; uniform float uSeed; uniform float uSamples;
uniform vec3 uCam; uniform vec4 uLens; uniform vec4 uView; uniform vec4 uAim; // yaw, pitch, focus distance, aperture
uniform vec4 uLight[${MAX_LIGHTS * 3}]; uniform float uLights; uniform vec4 uSky; uniform vec4 uFog; uniform vec4 uFog2; uniform vec4 uDoor; uniform vec4 uFloor; uniform vec4 uMisc;
layout(location = 0) out vec4 color; layout(location = 1) out vec4 air;
const float PI = 3.14159265;
uint state;
float rnd() { state = state * 747796405u + 2891336453u; uint w = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u; w = (w >> 22u) ^ w; return float(w) / 4294967296.; }
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise3(vec3 p) { return texture(uNoise, p).r; }
float fbm(vec3 p) { return noise3(p) * .55 + noise3(p * 2.3 + .3) * .28 + noise3(p * 5.1 + .7) * .17; }
float phase(float c, float g) { return (1. - g * g) / pow(1. + g * g - 2. * g * c, 1.5) / (4. * PI); }
float density(vec3 p) {
  float n = smoothstep(.28, .72, fbm(p * uFog.z + uFog2.x));
  float low = uFog2.y * exp(-max(p.y, 0.) / uFog2.z);
  return (uFog.x * exp(-max(p.y, 0.) * uFog.w) + low) * mix(1., .15 + 1.7 * n, uFog2.w);
}
struct Hit { float t; vec3 n; float mat; float id; vec3 local; };

Hit hitAll(vec3 o, vec3 d, float far) {
  Hit h; h.t = far; h.mat = -1.; h.n = vec3(0., 1., 0.); h.id = 0.; h.local = vec3(0.);
  vec3 inv = 1. / (d + vec3(equal(d, vec3(0.))) * 1e-6);
  if (uFloor.x > .5 && d.y < 0.) { float t = -o.y * inv.y; if (t > 1e-3 && t < h.t) { h.t = t; h.mat = uFloor.y; h.n = vec3(0., 1., 0.); } }
  int count = int(uCount);
  for (int i = 0; i < count; i++) {
    vec4 A = uPrimA[i], B = uPrimB[i];
    float kind = floor(A.w / 100.), mat = A.w - kind * 100.;
    vec3 q = o - A.xyz;
    if (kind < .5 || kind > 8.5) {
      vec3 m = -q * inv, k = abs(inv) * B.xyz, t1 = m - k, t2 = m + k;
      float n = max(max(t1.x, t1.y), t1.z), f = min(min(t2.x, t2.y), t2.z);
      if (kind > 8.5) { if (n > f || f < 0. || n > h.t) i += int(B.w); continue; }
      if (n < f && f > 1e-3) {
        float t = n > 1e-3 ? n : f;
        if (t < h.t) {
          h.t = t; h.mat = mat; h.id = float(i); vec3 s = vec3(equal(n > 1e-3 ? t1 : t2, vec3(n > 1e-3 ? n : f)));
          h.n = -sign(d) * s * (n > 1e-3 ? 1. : 1.); h.local = q + d * t;
        }
      }
    } else if (kind < 1.5) {
      float a = dot(d.xz, d.xz), b = dot(q.xz, d.xz), r = B.x, c = dot(q.xz, q.xz) - r * r, disc = b * b - a * c;
      if (disc > 0.) {
        float sq = sqrt(disc), t = (-b - sq) / a; float y = q.y + d.y * t;
        if (t > 1e-3 && abs(y) < B.y) { if (t < h.t) { h.t = t; h.mat = mat; h.id = float(i); h.local = q + d * t; h.n = vec3(h.local.x / r, 0., h.local.z / r); } }
        else { float s = -sign(d.y), tc = (s * B.y - q.y) * inv.y; vec3 e = q + d * tc; if (tc > 1e-3 && tc < h.t && dot(e.xz, e.xz) < r * r) { h.t = tc; h.mat = mat; h.id = float(i); h.local = e; h.n = vec3(0., s, 0.); } }
      }
    } else if (kind < 2.5) {
      vec3 qo = q / B.xyz, qd = d / B.xyz; float a = dot(qd, qd), b = dot(qo, qd), c = dot(qo, qo) - 1., disc = b * b - a * c;
      if (disc > 0.) { float t = (-b - sqrt(disc)) / a; if (t > 1e-3 && t < h.t) { h.t = t; h.mat = mat; h.id = float(i); h.local = q + d * t; h.n = normalize(h.local / (B.xyz * B.xyz)); } }
    }
  }
  return h;
}
bool blocked(vec3 o, vec3 d, float far) {
  vec3 inv = 1. / (d + vec3(equal(d, vec3(0.))) * 1e-6);
  int count = int(uCount);
  for (int i = 0; i < count; i++) {
    vec4 A = uPrimA[i], B = uPrimB[i];
    float kind = floor(A.w / 100.), mat = A.w - kind * 100.;
    vec3 q = o - A.xyz;
    if (kind < .5 || kind > 8.5) {
      vec3 m = -q * inv, k = abs(inv) * B.xyz, t1 = m - k, t2 = m + k;
      float n = max(max(t1.x, t1.y), t1.z), f = min(min(t2.x, t2.y), t2.z);
      if (kind > 8.5) { if (n > f || f < 0. || n > far) i += int(B.w); continue; }
      if (mat > 89.5) continue;
      if (n < f && f > 1e-3 && (n > 1e-3 ? n : f) < far) return true;
    } else if (kind < 1.5) {
      float a = dot(d.xz, d.xz), b = dot(q.xz, d.xz), c = dot(q.xz, q.xz) - B.x * B.x, disc = b * b - a * c;
      if (disc > 0.) { float t = (-b - sqrt(disc)) / a; if (t > 1e-3 && t < far && abs(q.y + d.y * t) < B.y) return true; }
    } else if (kind < 2.5) {
      vec3 qo = q / B.xyz, qd = d / B.xyz; float a = dot(qd, qd), b = dot(qo, qd), c = dot(qo, qo) - 1., disc = b * b - a * c;
      if (disc > 0.) { float t = (-b - sqrt(disc)) / a; if (t > 1e-3 && t < far) return true; }
    }
  }
  return false;
}

float sky(vec3 d) { return uSky.x + uSky.y * pow(max(0., 1. - abs(d.y)), 6.) + uSky.z * pow(max(d.y, 0.), .5); }

/** Light number i at point p: direction, distance, and what arrives without the cosine of the surface. */
float sampleLight(int i, vec3 p, out vec3 dir, out float dist) {
  vec4 A = uLight[i * 3], B = uLight[i * 3 + 1], C = uLight[i * 3 + 2];
  if (A.w < .5) { // sun: direction towards it in A, angular radius in C.x
    vec3 j = vec3(rnd(), rnd(), rnd()) - .5; dir = normalize(A.xyz + j * C.x * 2.); dist = 1e4; return B.w;
  }
  if (A.w < 1.5) { // spot: A place, B direction and power, C cosines (inner, outer), radius of the lens
    vec3 at = A.xyz + (vec3(rnd(), rnd(), rnd()) - .5) * C.z * 2.;
    dir = at - p; dist = length(dir); dir /= dist;
    float c = dot(-dir, B.xyz);
    return B.w * smoothstep(C.y, C.x, c) / (dist * dist + .02);
  }
  if (A.w < 2.5) { // glowing box: A middle, B half extents and power
    vec3 at = A.xyz + (vec3(rnd(), rnd(), rnd()) * 2. - 1.) * B.xyz;
    dir = at - p; dist = length(dir); dir /= dist; dist -= C.x;
    return B.w / (dist * dist + .02);
  }
  // opening onto the sky: A middle, B half extents (one is zero), power in B.w, C.xyz outward normal
  vec3 at = A.xyz + (vec3(rnd(), rnd(), rnd()) * 2. - 1.) * B.xyz;
  dir = at - p; dist = length(dir); dir /= dist;
  return B.w * max(0., dot(dir, C.xyz)) / (dist * dist + .05);
}

float glossOf(float mat, vec3 p) {
  if (mat < .5) return uMisc.x * smoothstep(.30, .62, fbm(p * vec3(.05, .05, .05) + .2));
  if (mat > 7.5 && mat < 8.5) return 1.;
  if (mat > 9.5 && mat < 10.5) return .7;
  return 0.;
}
float albedoOf(inout Hit h, vec3 p) {
  vec3 n = h.n;
  if (h.mat < .5) { // concrete floor: stains, trowel marks, joints
    float a = .16 + .16 * fbm(p * .09) + .10 * (noise3(p * 1.3) - .5) + .05 * (hash(floor(p.xz * 260.)) - .5);
    vec2 j = abs(fract(p.xz / 3.) - .5); a *= 1. - .5 * smoothstep(.4965, .4985, max(j.x, j.y));
    h.n = normalize(n + vec3(noise3(p * .9) - .5, 0., noise3(p * .9 + .5) - .5) * .05);
    return max(a, .03);
  }
  if (h.mat < 1.5) { // whitewashed brick
    vec2 u = abs(n.x) > .5 ? p.zy : p.xy; vec2 b = vec2(u.x * 4.2 + .5 * mod(floor(u.y * 13.), 2.), u.y * 13.); vec2 c = fract(b) - .5;
    float m = smoothstep(.38, .5, max(abs(c.x), abs(c.y)));
    float worn = smoothstep(.42, .60, fbm(p * .07 + .1));
    h.n = normalize(n + .35 * m * vec3(sign(c.x) * smoothstep(.43, .5, abs(c.x)), sign(c.y) * smoothstep(.36, .5, abs(c.y)), 0.) + (hash(floor(b)) - .5) * .12);
    return mix(.14 + .14 * hash(floor(b)), .46 + .1 * hash(floor(b) + 3.), worn) * (1. - .5 * m) * (.6 + .8 * fbm(p * .21));
  }
  if (h.mat < 2.5) { // bale of wool in sackcloth, strapped
    vec4 B = uPrimB[int(h.id)]; vec3 l = h.local / B.xyz;
    float f = fbm(p * 1.1); float weave = hash(floor(p.xy * 220.) + floor(p.z * 220.));
    vec3 bulge = l * l * l * .55; h.n = normalize(n + bulge + (vec3(noise3(p * 2.1), noise3(p * 2.1 + .3), noise3(p * 2.1 + .6)) - .5) * .9);
    float along = abs(n.x) > .5 ? h.local.z : h.local.x;
    float strap = smoothstep(.03, .018, abs(abs(along) - .30));
    return mix((.26 + .30 * f) * (.8 + .3 * weave), .06, strap) * (1. - .5 * smoothstep(.86, 1., max(max(min(abs(l.x), abs(l.y)), min(abs(l.y), abs(l.z))), min(abs(l.x), abs(l.z)))));
  }
  if (h.mat < 3.5) { // old timber, iron
    float g = noise3(vec3(p.x * .3, p.y * 2.7, p.z * .3)) + .5 * noise3(p * vec3(2.5, .2, 2.5));
    h.n = normalize(n + (vec3(noise3(p * 1.7), noise3(p * 1.7 + .3), noise3(p * 1.7 + .6)) - .5) * .25);
    return .06 + .07 * g;
  }
  if (h.mat < 4.5) return .32 + .3 * fbm(p * .2); // plaster, street
  if (h.mat < 5.5) { // loudspeaker front: the cones are carved by their normals
    vec4 B = uPrimB[int(h.id)]; float across = B.x, up = B.y; vec2 q = h.local.xy; float a = .045;
    if (abs(n.z) > .5) {
      float cells = B.w; vec2 c = vec2(0.); float R = min(across, up) * .84;
      if (cells > 1.5 && cells < 2.5) { float s = up * .5; c.y = q.y > 0. ? s : -s; R = min(across, s) * .86; }
      if (cells > 2.5) { // horn and two mids
        if (q.y > up * .30) { vec2 k = abs(vec2(q.x, q.y - up * .64)) / vec2(across * .82, up * .26); float rim = max(k.x, k.y); if (rim < 1.) { h.n = normalize(vec3(-sign(q.x) * k.x * .9, -sign(q.y - up * .64) * k.y * 1.1, -1. + .75 * (1. - rim)) * vec3(1., 1., 1.)); a = mix(.015, .07, rim); if (rim < .25) a = .004; } return a; }
        c = vec2(q.x > 0. ? across * .48 : -across * .48, -up * .32); R = min(across * .44, up * .5);
      }
      vec2 v = q - c; float r = length(v) / R; vec2 e = v / max(length(v), 1e-4);
      if (r < 1.) {
        if (r > .90) { a = .10; h.n = normalize(vec3(e * (r > .95 ? .35 : -.35), -1.)); if (hash(vec2(floor(atan(v.y, v.x) * 8. / PI + .5), 1.)) > 2.) a = .3; float b = abs(fract(atan(v.y, v.x) * 4. / PI) - .5); if (b < .05 && r > .925 && r < .975) a = .35; }
        else if (r > .74) { float k = (r - .82) / .08; a = .05; h.n = normalize(vec3(e * k * 1.3, -1.)); }
        else if (r > .28) { a = .075 + .03 * sin(r * 190.) * .3; h.n = normalize(vec3(-e * .72, -1.)); a *= .45 + .55 * smoothstep(.26, .74, r); }
        else { float k = r / .28; a = .10; h.n = normalize(vec3(e * k * .95, -1.)); }
      } else { float edge = max(abs(q.x) / across, abs(q.y) / up); a = .05 + .02 * hash(floor(p.xy * 300.)); if (edge > .965) a = .09; }
    }
    return a;
  }
  if (h.mat < 7.5) return uMisc.y; // plain, tone of the scene
  if (h.mat < 8.5) return .012; // black glass
  if (h.mat < 9.5) return .72; // bone plastic
  if (h.mat < 10.5) return .35; // brushed metal
  if (h.mat < 11.5) return .035; // black matt
  if (h.mat < 12.5) { float f = noise3(p * 40.); h.n = normalize(n + (vec3(noise3(p * 31.), noise3(p * 31. + .3), noise3(p * 31. + .6)) - .5) * .5); return .05 + .05 * f; } // velvet, rope
  return .5;
}
vec3 basis(vec3 n, vec3 l) { vec3 t = normalize(abs(n.y) < .9 ? cross(n, vec3(0., 1., 0.)) : cross(n, vec3(1., 0., 0.))); return t * l.x + cross(n, t) * l.y + n * l.z; }
vec3 around(vec3 n) { float a = rnd() * 2. * PI, r = sqrt(rnd()); return basis(n, vec3(r * cos(a), r * sin(a), sqrt(max(0., 1. - r * r)))); }

float direct(vec3 p, vec3 n) {
  int i = int(min(rnd() * uLights, uLights - 1.)); vec3 dir; float dist;
  float e = sampleLight(i, p, dir, dist); float c = dot(n, dir);
  if (c <= 0. || e <= 1e-6 || blocked(p, dir, dist - 2e-3)) return 0.;
  return e * c / PI * uLights * exp(-uFog.y * min(dist, 40.));
}

void main() {
  float sum = 0., near = 0., far_ = 0., red = 0., depth = 0., tint = 0.;
  uvec2 px = uvec2(gl_FragCoord.xy);
  state = px.x * 1973u + px.y * 9277u + uint(uSeed) * 26699u + 1u; rnd(); rnd();
  for (float s = 0.; s < uSamples; s++) {
    vec2 uv = (gl_FragCoord.xy + vec2(rnd(), rnd()) - .5) / uSize;
    vec2 plane = uView.xy + (uv * 2. - 1.) * uView.zw;
    vec3 d = vec3(plane.x, plane.y - uLens.y, uLens.x), o = uCam;
    // Thin lens
    float a = rnd() * 2. * PI; vec2 lens = vec2(cos(a), sin(a)) * sqrt(rnd()) * uAim.w;
    vec3 focus = d * (uAim.z / uLens.x); d = normalize(focus - vec3(lens, 0.)); vec3 off = vec3(lens, 0.);
    float cp = cos(uAim.y), sp = sin(uAim.y), cy = cos(uAim.x), sy = sin(uAim.x);
    d = vec3(d.x, cp * d.y + sp * d.z, -sp * d.y + cp * d.z); d = vec3(cy * d.x + sy * d.z, d.y, -sy * d.x + cy * d.z);
    off = vec3(off.x, cp * off.y + sp * off.z, -sp * off.y + cp * off.z); off = vec3(cy * off.x + sy * off.z, off.y, -sy * off.x + cy * off.z);
    o += off;
    vec3 ro = o, rd = d; float through = 1., light = 0.; bool mirror = true;
    float first = 60., own = 1.;
    for (int bounce = 0; bounce < 3; bounce++) {
      Hit h = hitAll(ro, rd, 200.);
      if (bounce == 0) first = h.mat < 0. ? 45. : h.t;
      if (h.mat < 0.) { if (mirror) light += through * sky(rd); break; }
      vec3 p = ro + rd * h.t;
      if (h.mat > 89.5) { // 90 to 97: glowing, in steps; 98: the red dot
        if (h.mat > 97.5) { if (bounce == 0) red += 1.; else light += through * .1; break; }
        if (mirror) light += through * (h.mat - 89.) * uMisc.z; break;
      }
      vec3 flat_ = h.n; float al = albedoOf(h, p); if (dot(h.n, -rd) < .02) h.n = flat_;
      p += flat_ * 1e-3;
      float g = glossOf(h.mat, p), F = .04 + .96 * pow(1. - max(dot(h.n, -rd), 0.), 5.);
      if (h.mat > 9.5 && h.mat < 10.5) F = .6;
      if (g > .01 && rnd() < F * g) {
        float rough = h.mat < .5 ? uMisc.w : .03; rd = reflect(rd, normalize(h.n + (vec3(rnd(), rnd(), rnd()) - .5) * rough)); if (rd.y < 0. && h.mat < .5) rd.y = -rd.y; ro = p; mirror = true;
        continue;
      }
      // Gloss also takes the highlights of the lamps.
      if (bounce == 0) own = al;
      if (uDoor.y > .5) break;
      light += through * al * direct(p, h.n);
      through *= al; mirror = false; ro = p; rd = around(h.n);
      if (bounce > 1 && through < .02) break;
    }
    light *= exp(-uFog.y * first);
    // One scattering event in the haze
    if (uDoor.y < .5) {
      int i = int(min(rnd() * uLights, uLights - 1.)); vec4 A = uLight[i * 3]; float t, weight;
      if (A.w > .5 && A.w < 1.5) { // spot: only the stretch of the line of sight that lies inside its cone
        vec3 D = uLight[i * 3 + 1].xyz, w = o - A.xyz; float k = uLight[i * 3 + 2].y; k = k * k;
        float dv = dot(d, D), wv = dot(w, D), qa = dv * dv - k, qb = dv * wv - k * dot(d, w), qc = wv * wv - k * dot(w, w), disc = qb * qb - qa * qc;
        if (disc <= 0. || abs(qa) < 1e-6) { t = 0.; weight = 0.; }
        else {
          float sq = sqrt(disc), ta = (-qb - sq) / qa, tb = (-qb + sq) / qa; if (ta > tb) { float x = ta; ta = tb; tb = x; }
          bool ga = wv + ta * dv > 0., gb = wv + tb * dv > 0.;
          if (ga && gb) {} else if (gb) { ta = dv > 0. ? tb : -1e3; tb = dv > 0. ? 1e3 : tb; } else if (ga) { tb = dv > 0. ? 1e3 : ta; ta = dv > 0. ? ta : -1e3; } else { ta = 0.; tb = 0.; }
          ta = clamp(ta, 0., first); tb = clamp(tb, 0., first); t = mix(ta, tb, rnd()); weight = tb - ta;
        }
      } else if (A.w > 1.5 && A.w < 2.5) {
        vec3 c = A.xyz + (vec3(rnd(), rnd(), rnd()) * 2. - 1.) * uLight[i * 3 + 1].xyz;
        float delta = dot(c - o, d), D = max(length(o + d * delta - c), .02);
        float ta = atan(-delta, D), tb = atan(first - delta, D); float u = mix(ta, tb, rnd()), tt = D * tan(u);
        t = delta + tt; weight = (tb - ta) * (D * D + tt * tt) / D;
      } else { t = rnd() * first; weight = first; }
      vec3 p = o + d * t, dir; float dist; float e = sampleLight(i, p, dir, dist); float rho = density(p);
      if (weight > 0. && e * rho > 1e-7 && !blocked(p, dir, dist - 2e-3)) {
        float v = min(e * rho * phase(dot(dir, d), .55) * weight * uLights * exp(-uFog.y * (t + min(dist, 40.))), 30.);
        if (p.z < uDoor.x) near += v; else far_ += v;
      }
    }
    sum += min(light / own, 12.); depth += first; tint += own;
  }
  color = vec4(sum, red, depth, tint) / uSamples; air = vec4(near, far_, 0., 0.) / uSamples;
}`

/** Adds the haze in front of the people, who stand between the two halves of the picture. */
export const frontFragment = `#version 300 es
precision highp float; uniform sampler2D uAir; uniform vec2 uSize; uniform vec4 uGain; out vec4 color;
void main() { color = vec4(texture(uAir, gl_FragCoord.xy / uSize).r, 0., 0., 1.); }`

/** The haze, smoothed: it has no fine detail of its own. */
export const airFragment = `#version 300 es
precision highp float; uniform sampler2D uSum; uniform vec2 uSize; uniform vec4 uGain; out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy); vec2 c = vec2(0.), mean = vec2(0.); float n = 0.;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) c += texelFetch(uSum, clamp(at + ivec2(x, y), ivec2(0), ivec2(uSize) - 1), 0).rg * uGain.x / 9.;
  vec2 w = vec2(0.);
  for (int y = -6; y <= 6; y++) for (int x = -6; x <= 6; x++) {
    vec2 v = texelFetch(uSum, clamp(at + ivec2(x, y), ivec2(0), ivec2(uSize) - 1), 0).rg * uGain.x;
    vec2 k = exp(-float(x * x + y * y) * .06) * exp(-pow(abs(sqrt(v) - sqrt(c)) / (uGain.y + .6 * sqrt(c)), vec2(2.)));
    mean += v * k; w += k;
  }
  color = vec4(mean / max(w, vec2(1e-5)), 0., 1.);
}`

/** Light on surfaces, traced small, smoothed along each surface, and multiplied with the full-size texture of it. */
export const resolveFragment = `#version 300 es
precision highp float; uniform sampler2D uSum; uniform sampler2D uAir; uniform sampler2D uGuide; uniform vec2 uSize; uniform vec4 uGain; out vec4 color;
void main() {
  vec2 uv = gl_FragCoord.xy / uSize; ivec2 small = textureSize(uSum, 0); vec4 g = texelFetch(uGuide, ivec2(gl_FragCoord.xy), 0);
  vec2 q = uv * vec2(small) - .5; ivec2 at = ivec2(floor(q + .5));
  float mean = 0., w = 1e-6, here = 0., n = 1e-6;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec4 v = texelFetch(uSum, clamp(at + ivec2(x, y), ivec2(0), small - 1), 0) * uGain.x;
    float k = exp(-abs(v.b - g.b) / (.05 * g.b)) + 1e-3; here += v.r * k; n += k;
  }
  here /= n;
  for (int y = -5; y <= 5; y++) for (int x = -5; x <= 5; x++) {
    ivec2 p = clamp(at + ivec2(x, y), ivec2(0), small - 1); vec4 v = texelFetch(uSum, p, 0) * uGain.x; vec2 e = vec2(p) - q;
    float k = exp(-dot(e, e) * uGain.z) * exp(-abs(v.b - g.b) / (.03 * g.b)) * exp(-pow(abs(sqrt(v.r) - sqrt(here)) / (uGain.y + .45 * sqrt(here)), 2.));
    mean += v.r * k; w += k;
  }
  color = vec4(mean / w * g.a + texture(uAir, uv).g, g.g, 0., 1.);
}`

// Prim kinds
const prim = (kind, mat, c, h, extra = 0) => [...c, kind * 100 + mat, ...h, extra]
export const box = (mat, c, h, extra) => prim(0, mat, c, h, extra)
export const post = (mat, [x, y, z], r, half) => prim(1, mat, [x, y, z], [r, half, r])
export const ball = (mat, c, r) => prim(2, mat, c, r)
/** A bounding box around some of them: a ray that misses it skips all. */
export function group(list) {
  const low = [1e9, 1e9, 1e9]
  const high = [-1e9, -1e9, -1e9]
  for (const p of list)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], p[k] - p[4 + k])
      high[k] = Math.max(high[k], p[k] + p[4 + k])
    }
  return [
    prim(
      9,
      0,
      low.map((v, k) => (v + high[k]) / 2),
      low.map((v, k) => (high[k] - v) / 2 + 0.01),
      list.length,
    ),
    ...list,
  ]
}

const unit = (v) => v.map((c) => c / Math.hypot(...v))
export const sun = (toward, power, size = 0.01) => [...unit(toward), 0, 0, 0, 0, power, size, 0, 0, 0]
export const spot = (at, to, power, inner, outer, radius = 0.08) => [
  ...at,
  1,
  ...unit(to.map((c, i) => c - at[i])),
  power,
  Math.cos((inner * Math.PI) / 180),
  Math.cos((outer * Math.PI) / 180),
  radius,
  0,
]
export const glow = (c, h, power, clear = 0) => [...c, 2, ...h, power, clear, 0, 0, 0]
export const opening = (c, h, power, out) => [...c, 3, ...h, power, ...out, 0]
