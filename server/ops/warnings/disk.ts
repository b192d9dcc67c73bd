/** How full the disks are that the club writes to. */
import { stat } from 'node:fs/promises'
import type { Env } from '../../env.ts'
import { isBucketUrl } from '../../media/bucket-url.ts'
import { spaceIn } from '../backup/free-space.ts'
import type { Space } from './judge.ts'

/** @returns of the data, and of the pictures where they lie in a folder on another disk */
export async function spacesOf({
  dataDir,
  mediaUrl,
}: Pick<Env, 'dataDir' | 'mediaUrl'>): Promise<{ of: 'data' | 'media'; folder: string; space: Space }[]> {
  const isApart = async () => (await stat(mediaUrl)).dev !== (await stat(dataDir)).dev
  const folders = [
    { of: 'data' as const, folder: dataDir },
    ...(!isBucketUrl(mediaUrl) && (await isApart()) ? [{ of: 'media' as const, folder: mediaUrl }] : []),
  ]
  return Promise.all(folders.map(async (each) => ({ ...each, space: await spaceIn(each.folder) })))
}
