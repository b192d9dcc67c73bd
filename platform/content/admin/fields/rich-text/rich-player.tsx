import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { LineField } from '../../../../forms/text-field.tsx'
import { URL_MAX } from '../../../../shared/limits.ts'
import { explainMissingPlayer, findPastedEmbed } from '../embed-codes.ts'
import { insertBlock } from './rich-blocks.ts'
import { createEmbedParagraph } from './rich-embeds.ts'
import { RichPanel } from './rich-panel.tsx'

const NOT_A_RECORDING =
  'Pegá el enlace de un video de YouTube o de un audio de SoundCloud, Mixcloud o Spotify, no el de un canal o un perfil.'

const NOT_INSERTED = 'Hay un video del texto sin insertar. Insertalo o cancelalo, y después guardá.'

interface PlayerPanelProps {
  editor: Editor
  onClose: () => void
}

/** Panel that inserts a recording, as a paragraph that contains only the link of the recording. */
export function PlayerPanel({ editor, onClose }: PlayerPanelProps) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function insert() {
    const embed = findPastedEmbed(address)
    if (!embed) {
      const reason = explainMissingPlayer(address)
      setError(reason ? `No hay reproductor: ${reason}` : NOT_A_RECORDING)
      input.current?.focus()
      return
    }
    editor.view.dispatch(insertBlock(editor.state.tr, createEmbedParagraph(editor.schema, embed)))
    onClose()
  }

  return (
    <RichPanel
      label="Video o audio"
      pending={address.trim() === '' ? null : NOT_INSERTED}
      confirmText="Insertar"
      onConfirm={insert}
      onClose={onClose}
    >
      <LineField
        label="Enlace de YouTube, SoundCloud o Mixcloud"
        hint="Los subtítulos de un video se cargan allá."
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={URL_MAX}
        ref={input}
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
    </RichPanel>
  )
}
