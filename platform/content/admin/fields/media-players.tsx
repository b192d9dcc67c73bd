/** Players of the back office for a film or an audio. */
import './media-players.css'

interface FilmPlayerProps {
  /** Path under /media, or the blob URL of a chosen file. */
  path: string
  label: string
}

/** Plays a film without sound, as the public site does. */
export const FilmPlayer = ({ path, label }: FilmPlayerProps) => (
  <video
    className="film-player"
    src={path}
    aria-label={label}
    controls
    muted
    loop
    playsInline
    preload="metadata"
  />
)

interface AudioPlayerProps {
  path: string
  label: string
  /** `metadata` loads the duration before the audio plays. `none` loads nothing before the audio plays. */
  preload?: 'metadata' | 'none'
}

export const AudioPlayer = ({ path, label, preload = 'none' }: AudioPlayerProps) => (
  // biome-ignore lint/a11y/useMediaCaption: music has no words to caption
  <audio className="audio-own" controls preload={preload} src={path} aria-label={label} />
)
