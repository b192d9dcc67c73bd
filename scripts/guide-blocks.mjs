/** Reads the command blocks of docs/operations.md, the guide that an operator follows. */
import { readFileSync } from 'node:fs'
import { inRoot } from './runtime.mjs'

/** Blocks that `npm run guide` does not run, by their first words, and the reason. */
export const NOT_RUN = {
  'apt-get install -y git npm': "needs the operator's repository and the npm registry",
  'cd /srv/club/current': 'needs an installation from before November 2026',
  'sha256sum -c pulso-': 'starts a second club in the foreground',
  'cp deploy/compose.env': 'needs Docker',
}

/**
 * Returns the blocks in order. A `sh` block has commands. The first line of an `ini` block names its file.
 * @returns {{heading: string, language: 'sh' | 'ini', text: string, reason: string | null}[]} reason: why it is not run
 */
export function readBlocks(path = 'docs/operations.md') {
  const blocks = []
  let heading = ''
  const guide = readFileSync(inRoot(path), 'utf8')
  for (const [, title, language, text] of guide.matchAll(/^#+ (.+)$|^```(sh|ini)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title
    else blocks.push({ heading, language, text, reason: findReason(text) })
  }
  return blocks
}

const findReason = (text) => Object.entries(NOT_RUN).find(([start]) => text.startsWith(start))?.[1] ?? null
