/**
 * Creates the small sounds of test/support/sounds/, from which test/support/sound-variants.ts builds the files of its tests:
 *   node tools/sounds.mjs
 * Needs ffmpeg with libmp3lame and libopus, on the PATH or in the variable FFMPEG. Other versions of ffmpeg write other bytes.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const OUT = fileURLToPath(new URL('../test/support/sounds/', import.meta.url))

const tone = (seconds) => ['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`]
/** Noise that stops in the middle, so that the bit rate of the first frames is far from the average. */
const NOISE_THEN_QUIET = [
  ...['-f', 'lavfi', '-i', 'anoisesrc=duration=2:color=white:seed=1:sample_rate=44100'],
  ...['-af', 'apad=pad_dur=10'],
]
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=32x32:rate=1/2:duration=3']
const MOVING = ['-f', 'lavfi', '-i', 'testsrc=size=32x32:rate=25:duration=1']
const FEW = ['-f', 'lavfi', '-i', 'testsrc=size=32x32:rate=5:duration=1']
const JPEG = ['-c:v', 'mjpeg', '-q:v', '31', '-pix_fmt', 'yuvj420p']
const CHAPTERS = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1
START=0
END=1
title=Uno
[CHAPTER]
TIMEBASE=1/1
START=1
END=3
title=Dos
`
const MP3 = ['-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0']
const VBR = ['-c:a', 'libmp3lame', '-id3v2_version', '0', '-q:a', '9', '-ac', '1']
const mp3 = (rate, kilobits, channels = 1) => [
  ...MP3,
  ...['-ar', rate, '-b:a', `${kilobits}k`, '-ac', channels],
]
const AAC = ['-c:a', 'aac', '-b:a', '24k', '-ac', '1', '-ar', '44100']

/** Arguments of ffmpeg, by the name of the file. */
const sounds = {
  'mpeg-1.mp3': [...tone(3), ...mp3(44_100, 32)],
  'mpeg-2.mp3': [...tone(3), ...mp3(22_050, 16)],
  'mpeg-2.5.mp3': [...tone(3), ...mp3(8_000, 8)],
  '48-khz.mp3': [...tone(2), ...mp3(48_000, 40)],
  'stereo.mp3': [...tone(1.5), ...mp3(44_100, 64, 2)],
  'variable.mp3': [...NOISE_THEN_QUIET, ...VBR],
  'layer-2.mp3': [...tone(1), '-c:a', 'mp2', '-b:a', '32k', '-ac', '1', '-f', 'mp2'],
  'aac.m4a': [...tone(3), ...AAC, '-movflags', '+faststart'],
  'index-last.m4a': [...tone(3), ...AAC],
  'parts.m4a': [
    ...tone(3),
    ...AAC,
    '-movflags',
    '+frag_keyframe+empty_moov+default_base_moof',
    '-frag_duration',
    '500000',
  ],
  'quicktime.m4a': [...tone(3), ...AAC, '-f', 'mov'],
  'late.m4a': ['-itsoffset', '1', ...tone(2), ...AAC],
  'jpeg-pictures.m4a': [...tone(3), ...PICTURES, ...AAC, '-c:v', 'mjpeg', '-q:v', '20', '-f', 'mov'],
  'mp4v-pictures.m4a': [...tone(3), ...PICTURES, ...AAC, '-c:v', 'mjpeg', '-q:v', '20', '-f', 'mp4'],
  'avc-pictures.m4a': [
    ...tone(3),
    ...PICTURES,
    ...AAC,
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-f',
    'mp4',
  ],
  'film.m4a': [...tone(1), ...MOVING, ...AAC, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-f', 'mp4'],
  'jpeg-film.m4a': [...tone(1), ...FEW, ...AAC, ...JPEG, '-f', 'mov'],
  'mp4v-film.m4a': [...tone(1), ...FEW, ...AAC, ...JPEG, '-f', 'mp4'],
  'jpeg-film-in-parts.m4a': [
    ...tone(1),
    ...FEW,
    ...AAC,
    ...JPEG,
    ...['-movflags', '+frag_keyframe+empty_moov', '-f', 'mov'],
  ],
  'jpeg-pictures-in-parts.m4a': [
    ...tone(3),
    ...PICTURES,
    ...AAC,
    ...JPEG,
    ...['-movflags', '+frag_keyframe+empty_moov', '-f', 'mov'],
  ],
  'png-film.m4a': [...tone(1), ...FEW, ...AAC, '-c:v', 'png', '-f', 'mov'],
  'chapters.m4a': [...tone(3), '-f', 'ffmetadata', '-i', 'pipe:0', '-map_chapters', '1', ...AAC, '-f', 'mov'],
  'mp3-in-mp4.m4a': [...tone(2), ...mp3(44_100, 32), '-f', 'mp4'],
  'mp3-in-quicktime.m4a': [...tone(2), ...mp3(44_100, 32), '-f', 'mov'],
  'lossless.m4a': [...tone(0.5), '-c:a', 'alac', '-ac', '1', '-ar', '8000'],
  'ac-3.m4a': [...tone(0.5), '-c:a', 'ac3', '-b:a', '32k', '-ac', '1', '-f', 'mp4'],
  'opus-in-mp4.m4a': [...tone(1), '-c:a', 'libopus', '-b:a', '16k', '-f', 'mp4'],
  'flac-in-mp4.m4a': [...tone(1), '-c:a', 'flac', '-ar', '8000', '-strict', '-2', '-f', 'mp4'],
  'voice-message.ogg': [...tone(1), '-c:a', 'libopus', '-b:a', '16k'],
  'flac.flac': [...tone(1), '-c:a', 'flac', '-ar', '8000'],
  'wav.wav': [...tone(0.5), '-c:a', 'pcm_u8', '-ar', '8000'],
  'caf.caf': [...tone(0.2), '-c:a', 'pcm_s16be', '-ar', '8000'],
  'au.au': [...tone(0.2), '-c:a', 'pcm_mulaw', '-ar', '8000'],
  'wavpack.wv': [...tone(0.2), '-c:a', 'wavpack', '-ar', '8000'],
  'film.avi': [...tone(0.4), ...FEW, ...mp3(44_100, 32), ...JPEG, '-shortest'],
  'film.flv': [...tone(0.4), ...FEW, ...mp3(44_100, 32), '-c:v', 'flv1', '-shortest'],
  'film.mkv': [...tone(0.4), ...FEW, ...mp3(44_100, 32), ...JPEG, '-shortest'],
  'transport-stream.m2t': [...tone(0.4), ...mp3(44_100, 32), '-f', 'mpegts'],
  'program-stream.mpg': [...tone(0.4), ...mp3(44_100, 32), '-f', 'mpeg'],
  'stream.aac': [...tone(1), ...AAC, '-f', 'adts'],
}

for (const [name, options] of Object.entries(sounds))
  execFileSync(
    process.env.FFMPEG ?? 'ffmpeg',
    [
      ...['-loglevel', 'error', '-y', ...options],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', `${OUT}${name}`],
    ],
    { input: CHAPTERS },
  )
