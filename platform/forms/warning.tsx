import { liveRegion } from '../ui/live-region.ts'

/** A warning that does not block saving. Screen readers announce it when it appears. @param words blank for no warning */
export const Warning = ({ words }: { words: string }) => (
  <p className={words ? 'entry-hint entry-warning' : 'unseen'} {...liveRegion}>
    {words}
  </p>
)
