import './audio-field.css'

interface AudioPlayerProps {
  /** Under /media. */
  path: string
  label: string
  /** How much of it is fetched before it plays: its length alone, or nothing. */
  preload?: 'metadata' | 'none'
}

export const AudioPlayer = ({ path, label, preload = 'none' }: AudioPlayerProps) => (
  // biome-ignore lint/a11y/useMediaCaption: music has no words to caption
  <audio className="audio-own" controls preload={preload} src={path} aria-label={label} />
)
