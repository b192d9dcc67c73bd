import { readerContext } from '../../context.ts'
import type { Route } from './+types/episode'
import { editsRecording, loadRecording, recordingMeta } from './recording.ts'
import { RecordingView } from './recording-view.tsx'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadRecording(context.get(readerContext), 'episode', params.slug)

export const handle = { edits: editsRecording }

export const meta: Route.MetaFunction = recordingMeta

export default function EpisodePage({ loaderData }: Route.ComponentProps) {
  return <RecordingView {...loaderData} />
}
