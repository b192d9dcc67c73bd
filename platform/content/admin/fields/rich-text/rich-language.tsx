import type { Editor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { PHRASE_LANGUAGES, type PhraseLanguage } from '../../../shared/richtext.ts'

interface LanguagePanelProps {
  editor: Editor
  onAnnounce: (words: string) => void
  onClose: () => void
}

/** Panel that marks the language of the selected words, or of the marked phrase around the cursor. */
export function LanguagePanel({ editor, onAnnounce, onClose }: LanguagePanelProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { lang: current = null } = editor.getAttributes('language')
  const hasWords = !editor.state.selection.empty || current !== null

  function apply(lang: PhraseLanguage | null) {
    // Without a selection, the whole phrase around the cursor changes.
    const chain = editor.chain()
    if (editor.state.selection.empty) chain.extendMarkRange('language')
    if (lang) chain.setMark('language', { lang }).run()
    else chain.unsetMark('language').run()
    const { from, to } = editor.state.selection
    const words = editor.state.doc.textBetween(from, to, ' ')
    onClose()
    onAnnounce(`${lang ? PHRASE_LANGUAGES[lang] : 'Sin idioma marcado'}: «${words}».`)
  }

  return (
    <fieldset
      className="rich-panel"
      aria-label="Idioma"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <p>
        {hasWords
          ? 'En qué idioma están las palabras elegidas. Los lectores de pantalla las pronuncian así.'
          : 'Primero elegí las palabras que están en otro idioma.'}
      </p>
      <div className="rich-panel-actions">
        {hasWords && (
          <>
            {Object.entries(PHRASE_LANGUAGES).map(([lang, name], index) => (
              <button
                key={lang}
                ref={index === 0 ? first : undefined}
                type="button"
                className="button"
                aria-pressed={lang === current}
                onClick={() => apply(lang as PhraseLanguage)}
              >
                {name}
              </button>
            ))}
            <button type="button" className="button" onClick={() => apply(null)}>
              Español (quitar)
            </button>
          </>
        )}
        <button ref={hasWords ? undefined : first} type="button" className="button" onClick={onClose}>
          Cancelar
        </button>
      </div>
    </fieldset>
  )
}
