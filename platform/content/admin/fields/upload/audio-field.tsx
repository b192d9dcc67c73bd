import { useEffect, useState } from 'react'
import { adminApi } from '../../../../admin-layout/admin-api.ts'
import { type DescribedFieldProps, isTouchDevice } from '../../../../forms/field.tsx'
import { AUDIO_MAX_BYTES, AUDIO_PART_TYPE } from '../../../../media/shared/audio.ts'
import { AUDIO_TOO_LARGE, audioFaultMessages } from '../../../../media/shared/audio-faults.ts'
import { liveRegion } from '../../../../ui/live-region.ts'
import type { FileOutcome } from '../../form/editor/pending-files.ts'
import { AudioPlayer } from '../media-players.tsx'
import {
  deleteUnfinishedUpload,
  readUnfinishedUpload,
  sendAudio,
  type UnfinishedUpload,
  type UploadCalls,
} from './audio-upload.ts'
import { FileEntry, type FocusRef } from './file-entry.tsx'
import { useUpload } from './use-upload.ts'
import './audio-field.css'

interface AudioFieldProps extends DescribedFieldProps {
  /** Path of the audio. Blank without an audio. */
  value: string
  onChange: (value: string) => void
  /** Receives the outcome of each chosen file. The form waits for this outcome before it saves. */
  onSend: (outcome: Promise<FileOutcome>) => void
  /** True when the form was not saved because the chosen file failed to upload. */
  hasFailed: boolean
  ref?: FocusRef
}

const ACCEPTED = '.mp3,.m4a,.m4b,.mp4,audio/mpeg,audio/mp4,audio/x-m4a'

const calls: UploadCalls = {
  find: (key) => adminApi.get('/media/audio/:key', { params: { key } }),
  add: (key, part, from, sending) =>
    adminApi.put('/media/audio/:key', {
      params: { key },
      query: from,
      body: part,
      contentType: AUDIO_PART_TYPE,
      ...sending,
    }),
  remove: (key) => adminApi.delete('/media/audio/:key', { params: { key } }),
}

interface Progress {
  name: string
  /** Part of the file that was sent, 0–1. */
  sent: number
  /** True while the server cannot be reached. */
  isWaiting: boolean
}

interface SentFile {
  name: string
  size: number
  /** Describes what the server removed from the file. */
  notice: string | undefined
}

/** Field for an audio. The file is sent in parts, and belongs to the item once the form is saved. */
export function AudioField({ label, hint, error, value, onChange, onSend, hasFailed, ref }: AudioFieldProps) {
  /** The file whose upload finished since the form was opened. */
  const [sent, setSent] = useState<SentFile | null>(null)
  /** An unfinished upload, which may have begun before a reload. */
  const [left, setLeft] = useState<UnfinishedUpload | null>(null)
  useEffect(() => setLeft(readUnfinishedUpload()), [])
  const { progress, failure, setFailure, start, refuse, cancel } = useUpload<Progress>({
    onSend,
    refused: 'failed',
    cancelled: { outcome: 'unchanged', message: 'Cancelaste el envío.' },
    // Cancelling is safe: choosing the same file again resumes the upload.
    cancelOnUnmount: true,
  })

  function take(file: File | undefined) {
    if (!file || progress) return
    setSent(null)
    if (file.size === 0) return refuse(audioFaultMessages.empty)
    if (file.size > AUDIO_MAX_BYTES) return refuse(AUDIO_TOO_LARGE)
    const { name, size } = file
    start({ name, sent: 0, isWaiting: false }, async (signal, show) => {
      setLeft(null)
      const onProgress = (sent: number, isWaiting: boolean) => show({ name, sent, isWaiting })
      const uploaded = await sendAudio(file, calls, { signal, onProgress })
      if (!uploaded.ok) return uploaded.message
      onChange(uploaded.audio)
      setSent({ name, size, notice: uploaded.notice })
      return ''
    })
  }

  function cancelAndForget() {
    cancel()
    const upload = readUnfinishedUpload()
    if (upload) void deleteUnfinishedUpload(upload, calls)
  }

  return (
    <FileEntry
      label={label}
      measure="MP3 o M4A, hasta 200 MB"
      hint={hint}
      error={failure || error}
      isAlert
      noun="audio"
      accept={ACCEPTED}
      isFilled={value !== ''}
      onFile={take}
      ref={ref}
      cancel={progress && { act: cancelAndForget }}
      actions={[
        value && {
          text: (
            <>
              Quitar<span className="unseen"> el audio</span>
            </>
          ),
          act() {
            setSent(null)
            onChange('')
          },
        },
        hasFailed && {
          text: value ? 'Seguir con este' : 'Seguir sin audio',
          act() {
            setFailure('')
            onSend(Promise.resolve('unchanged'))
          },
        },
        !value &&
          left && {
            text: 'Olvidarlo',
            act() {
              void deleteUnfinishedUpload(left, calls)
              setLeft(null)
            },
          },
      ]}
    >
      {value && (
        <>
          <AudioPlayer path={value} label={label} preload="metadata" />
          {sent && (
            <p className="audio-name">
              {sent.name} <span className="measure">{megabytes(sent.size)}</span>
            </p>
          )}
        </>
      )}
      {!value && !progress && <Invitation left={left} />}
      <AudioProgress progress={progress} sent={value === '' ? null : sent} />
    </FileEntry>
  )
}

const Invitation = ({ left }: { left: UnfinishedUpload | null }) => (
  <p className="picture-invitation">
    {left
      ? `Quedó a medias «${left.name}». Elegí el mismo archivo y sigue desde donde quedó.`
      : isTouchDevice()
        ? 'Elegí el archivo.'
        : 'Soltá el archivo acá, o elegilo.'}
  </p>
)

function AudioProgress({ progress, sent }: { progress: Progress | null; sent: SentFile | null }) {
  const percent = progress && Math.floor(progress.sent * 100)
  return (
    <div className="audio-sending">
      {progress && percent !== null && (
        <>
          <p className="audio-name">{progress.name}</p>
          <progress max={100} value={percent} aria-label="Enviado" />
          <span aria-hidden="true">{`Subiendo ${percent} %`}</span>
        </>
      )}
      {/* Screen readers announce each change of state, but not each percent. */}
      <p {...liveRegion}>
        {progress?.isWaiting && 'Sin conexión con el sitio: sigue solo cuando vuelva.'}
        {progress && !progress.isWaiting && percent === 100 && 'Revisando el audio…'}
        {!progress && sent && (sent.notice ?? 'Subió entero.')}
        {!progress && sent && ' Se publica al guardar.'}
      </p>
    </div>
  )
}

/** Formats a size such as '16,7 MB'. Sizes below 0.1 MB become '0,1 MB'. */
const megabytes = (bytes: number): string =>
  `${Math.max(0.1, bytes / 1024 ** 2).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
