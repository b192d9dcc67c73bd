import './film-player.css'

/** A film to look at, without its sound. @param path under /media, or of a file that was chosen here */
export const FilmPlayer = ({ path, label }: { path: string; label: string }) => (
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
