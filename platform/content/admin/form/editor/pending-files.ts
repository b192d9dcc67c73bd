/** Files that the fields of a form are opening, preparing or uploading. A save waits for all these files. */

import type { UseFormReturn } from 'react-hook-form'
import type { ItemValues } from '../item-values.ts'

/** Kind of a pending file. `insert`: a picture that is being uploaded into a rich text. */
export type FileKind = 'picture' | 'insert' | 'audio' | 'film'

/**
 * Result of a pending file. `arrived`: the field has the new value. `unchanged`: the file was cancelled or replaced, so the
 * field rightly keeps its value. `failed`: the field keeps its earlier value although another file was chosen. The form
 * cannot be saved until the administrator chooses another file or confirms the earlier one. `dropped`: the file failed, but
 * stops only a save that was waiting for the file.
 */
export type FileOutcome = 'arrived' | 'unchanged' | 'failed' | 'dropped'

export interface FileSlot {
  /** Identifies a slot: a field, or the picture of one row. A new file replaces the earlier file of the same slot. */
  key: string
  kind: FileKind
  /** Returns the name of the field in the form, or null after its row was removed. */
  fieldName: () => string | null
}

/** A failed file that blocks saving. */
export interface FailedFile {
  kind: FileKind
  fieldName: string
}

const WAITING: Record<FileKind, string> = {
  picture: 'Esperando la foto…',
  insert: 'Esperando la imagen del texto…',
  audio: 'Esperando el audio…',
  film: 'Esperando el film…',
}

const FAILED: Record<FileKind, string> = {
  picture: 'No guardamos nada: una imagen no se pudo abrir.',
  insert: 'No guardamos nada: una imagen del texto no se subió.',
  audio: 'No guardamos nada: el audio no subió.',
  film: 'No guardamos nada: el film no subió.',
}

/** Returns the message of the form's bar for failed files. */
export const getFailedText = ([first]: FailedFile[]): string => (first ? FAILED[first.kind] : '')

/** Type of the form error of a field whose file failed. */
export const FILE_ERROR = 'file'

/** Error of a field whose file failed for an unknown reason. */
export const FILE_ERROR_TEXT = 'El archivo que elegiste no se pudo abrir. Elegí otro, o seguí sin él.'

type Form = Pick<UseFormReturn<ItemValues>, 'subscribe'>

export class PendingFiles {
  readonly #pending = new Map<string, FileSlot>()
  readonly #failed = new Map<string, FileSlot>()
  readonly #outcomes = new Map<string, Promise<void>>()
  /** Files with the outcome `dropped` since the current wait began. null while no save is waiting. */
  #dropped: FileSlot[] | null = null
  #onChange = () => {}

  /** Adds a pending file. @param prepare sets the field's value if `isLatest()` still holds when the file is ready */
  add(slot: FileSlot, prepare: (isLatest: () => boolean) => Promise<FileOutcome>): void {
    const { key } = slot
    const isLatest = () => this.#pending.get(key) === slot
    this.#failed.delete(key)
    this.#pending.set(key, slot)
    const outcome = prepare(isLatest)
      .catch((cause: unknown): FileOutcome => {
        console.error(cause)
        return 'failed'
      })
      .then((outcome) => {
        if (!isLatest()) return
        this.#pending.delete(key)
        if (outcome === 'failed') this.#failed.set(key, slot)
        if (outcome === 'dropped') this.#dropped?.push(slot)
        this.#onChange()
      })
    this.#outcomes.set(key, outcome)
  }

  /** Forgets all files of the form: pending files no longer set values, and earlier failures are cleared. */
  clear(): void {
    this.#pending.clear()
    this.#failed.clear()
    this.#onChange()
  }

  /** Waits for the file of one slot, including files that replace the file meanwhile. */
  async waitFor(key: string): Promise<void> {
    let awaited: Promise<void> | undefined
    while (awaited !== this.#outcomes.get(key)) {
      awaited = this.#outcomes.get(key)
      await awaited
    }
  }

  /**
   * Waits until no file is pending, including files that are chosen during the wait.
   * @param onWaiting receives a text that names the pending files
   * @param form when one of its changes removes the row of a pending file, the wait for this file ends
   * @returns the files that failed, or null when the signal stopped the wait
   */
  async wait(
    signal: AbortSignal,
    onWaiting: (text: string) => void,
    form?: Form,
  ): Promise<FailedFile[] | null> {
    this.#dropped = []
    const recheck = () => this.#onChange()
    signal.addEventListener('abort', recheck)
    const unsubscribe = form?.subscribe({ formState: { values: true }, callback: recheck })
    try {
      for (;;) {
        if (signal.aborted) return null
        const [first] = [...this.#pending.values()].filter(({ fieldName }) => fieldName() !== null)
        if (!first) break
        onWaiting(WAITING[first.kind])
        await new Promise<void>((resolve) => {
          this.#onChange = resolve
        })
      }
      return [...this.#failed.values(), ...this.#dropped].flatMap(({ kind, fieldName }) => {
        const name = fieldName()
        return name === null ? [] : [{ kind, fieldName: name }]
      })
    } finally {
      this.#dropped = null
      this.#onChange = () => {}
      signal.removeEventListener('abort', recheck)
      unsubscribe?.()
    }
  }
}
