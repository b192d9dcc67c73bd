/**
 * Runs a backup or a restore in its own process, so that a test can read the peak of its memory.
 * @param argv[2] `{place, to, from, passphrase}` as JSON. `place` is a ClubPlace. `to` is the target of a backup, and
 * `from` is the archive of a restore. The process sends `{where, peakBytes, told}` to its parent: the archive, the peak
 * memory, and the number of progress reports
 */

import { openArchive, openTarget } from '../../ops/backup/archive-target.ts'
import { createBackup } from '../../ops/backup/create-backup.ts'
import { restore } from '../../ops/backup/restore-backup.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { readPeakMemory } from './peak-memory.ts'

const { place, to, from, passphrase } = JSON.parse(process.argv[2] as string)
const store = await openMedia(place.mediaUrl)
let told = 0
const common = { club: place, store, passphrase, onProgress: () => told++ }
let where = from
if (from) await restore({ ...common, archive: await openArchive(from) })
else ({ where } = await createBackup({ ...common, target: await openTarget(to), name: 'club.tar' }))
process.send?.({ where, peakBytes: readPeakMemory(process.pid), told })
process.disconnect()
