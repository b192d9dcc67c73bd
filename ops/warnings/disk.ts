/** How full the disks are that the club writes to. */
import { stat } from 'node:fs/promises'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import type { Env } from '../../platform/process/env.ts'
import { spaceIn } from '../../platform/process/free-space.ts'
import type { Space } from '../../platform/process/warning-limits.ts'

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
