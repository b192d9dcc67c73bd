/** Shares or downloads the story, the post and the text of an item with one tap. */
import { useState } from 'react'
import { Button } from '../../../admin-layout/button.tsx'
import { saveFile } from '../../../admin-layout/share-actions.tsx'
import { liveRegion } from '../../../ui/live-region.ts'
import { getShareData, openShareSheet } from './device-share.ts'
import type { Pictures } from './share-files.ts'

interface ShareAllProps {
  pictures: Pictures
  text: string
}

export function ShareAll({ pictures: { story, post }, text }: ShareAllProps) {
  const [result, setResult] = useState('')
  const files = [story, post].flatMap((picture) => (typeof picture === 'object' ? [picture.file] : []))
  const isReady = files.length === 2
  const data = isReady ? getShareData(files, text) : null

  async function share() {
    // Apps often drop a text beside pictures, so the clipboard has it too. Sharing must start within the same tap.
    const copying = copyText(text)
    if (data) {
      const failure = await openShareSheet(data)
      setResult(failure || ((await copying) ? 'El texto quedó copiado, para pegarlo en la app.' : ''))
      return
    }
    for (const file of files) saveFile(file, file.name)
    setResult(
      (await copying)
        ? 'Bajaron la historia y la publicación, y el texto quedó copiado.'
        : 'Bajaron la historia y la publicación. El texto está más abajo.',
    )
  }

  return (
    <div className="kit-all">
      <Button kind="strong" isDisabled={!isReady} onClick={() => isReady && void share()}>
        {canShareFiles() ? 'Compartir todo' : 'Descargar todo'}
      </Button>
      <p className="kit-note">La historia, la publicación y el texto, juntos.</p>
      <p className="kit-said" {...liveRegion}>
        {result}
      </p>
    </div>
  )
}

/** Some browsers have a share sheet that accepts no files. */
const canShareFiles = (): boolean =>
  getShareData([new File([''], 'historia.jpg', { type: 'image/jpeg' })], null) !== null

/** @returns false when the browser has no clipboard, or refuses it */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
