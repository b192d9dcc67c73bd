/** Chooses lines of an exported chat, by day and author. They go into the text of pasted names. */
import { useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../platform/admin-layout/button.tsx'
import { FileButton } from '../../../../platform/content/admin/fields/upload/file-entry.tsx'
import { Field, FieldError } from '../../../../platform/forms/field.tsx'
import { formatDate } from '../../../../platform/shared/dates.ts'
import { liveRegion } from '../../../../platform/ui/live-region.ts'
import { formatCount, formatNumber } from '../../shared/people-counts.ts'
import type { ChatMessage } from './read-chat.ts'
import { readChatFile } from './read-chat-file.ts'
import {
  appendLines,
  countAuthors,
  getLastDays,
  type Period,
  selectLines,
  selectPeriod,
} from './select-messages.ts'

interface ChooseChatProps {
  /** Text to which the lines are added. */
  typed: string
  onText(text: string): void
}

interface Chat {
  /** Counts the files that were chosen, so that each begins with its own days and authors. */
  key: number
  name: string
  messages: ChatMessage[]
}

export function ChooseChat({ typed, onText }: ChooseChatProps) {
  const [chat, setChat] = useState<Chat>()
  const [error, setError] = useState<string>()
  const latest = useRef<File>(undefined)
  const errorId = useId()

  async function choose(file: File | undefined) {
    if (!file) return
    latest.current = file
    const read = await readChatFile(file)
    if (latest.current !== file) return
    setError(read.ok ? undefined : read.error)
    setChat((before) =>
      read.ok ? { key: (before?.key ?? 0) + 1, name: file.name, messages: read.messages } : undefined,
    )
  }

  return (
    <div className="chat-export">
      <FileButton
        text="Elegir un chat exportado"
        accept=".txt,.zip,text/plain,application/zip"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        onFiles={([file]) => void choose(file)}
      />
      {error && <FieldError id={errorId} message={error} role="alert" />}
      {chat && (
        <ChosenChat
          key={chat.key}
          chat={chat}
          typed={typed}
          onText={(text) => {
            setChat(undefined)
            onText(text)
          }}
        />
      )}
    </div>
  )
}

function ChosenChat({ chat: { name, messages }, typed, onText }: ChooseChatProps & { chat: Chat }) {
  const [period, setPeriod] = useState(() => getLastDays(messages))
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const ofPeriod = useMemo(() => selectPeriod(messages, period), [messages, period])
  const authors = useMemo(() => countAuthors(ofPeriod), [ofPeriod])
  const { lines, words, canRead } = useMemo(
    () => selectLines(ofPeriod, leftOut, typed),
    [ofPeriod, leftOut, typed],
  )
  const wordsId = useId()
  const areAllChosen = authors.every(([author]) => !leftOut.has(author))
  const choose = (author: string, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(author)
    else next.add(author)
    setLeftOut(next)
  }
  const day = (label: string, key: keyof Period) => (
    <Field label={label}>
      {(control) => (
        <input
          type="date"
          className="control control-mono"
          value={period[key]}
          onChange={({ target }) => setPeriod({ ...period, [key]: target.value })}
          {...control}
        />
      )}
    </Field>
  )
  return (
    <section className="guest-panel chat-panel" aria-label="Chat exportado">
      <p className="chat-file">
        <bdi>{name}</bdi>: {formatCount(messages.length, 'mensaje', 'mensajes')}, del{' '}
        {formatDate(messages[0]?.day ?? '')} al {formatDate(messages.at(-1)?.day ?? '')}. Se lee en este
        navegador, no se sube.
      </p>
      <div className="entry-row">
        {day('Desde', 'from')}
        {day('Hasta', 'to')}
      </div>
      {authors.length > 0 && (
        <fieldset className="chat-authors">
          <legend>De quién</legend>
          {authors.length > 1 && (
            <Button
              onClick={() => setLeftOut(new Set(areAllChosen ? authors.map(([author]) => author) : []))}
            >
              {areAllChosen ? 'Ninguno' : 'Todos'}
            </Button>
          )}
          <ul>
            {authors.map(([author, count]) => (
              <li key={author}>
                <label className="tick">
                  <input
                    type="checkbox"
                    checked={!leftOut.has(author)}
                    onChange={({ target }) => choose(author, target.checked)}
                  />
                  <bdi>{author}</bdi>
                  <span className="chat-count">
                    {formatNumber(count)}
                    <span className="unseen"> {count === 1 ? 'mensaje' : 'mensajes'}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <p {...liveRegion} id={wordsId} className={canRead ? undefined : 'guest-over'}>
        {words}
      </p>
      <Button
        isDisabled={!canRead}
        aria-describedby={wordsId}
        onClick={() => onText(appendLines(typed, lines))}
      >
        {canRead ? `Ver ${formatCount(lines.length, 'renglón', 'renglones')}` : 'Ver los renglones'}
      </Button>
    </section>
  )
}
