import { readerContext } from '../../../platform/pages/context.ts'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { editsRecording, loadRecording, recordingMeta } from './recording.ts'
import { RecordingView } from './recording-view.tsx'

export const loader = ({ context, params }: LoaderArgs<'slug'>) =>
  loadRecording(context.get(readerContext), 'podcast', params.slug)

export const handle = { edits: editsRecording }

export const meta = recordingMeta

export default function PodcastPage({ loaderData }: PageProps<typeof loader>) {
  return <RecordingView {...loaderData} />
}
