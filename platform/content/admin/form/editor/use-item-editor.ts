/** The hook behind the form of one item. It runs the state machine, the form and the draft, and connects them. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { IdempotencyKeys } from '../../../../forms/idempotency-keys.ts'
import { draftKey, readDraft } from '../../../../forms/unsaved-draft/draft-storage.ts'
import { useDraft } from '../../../../forms/unsaved-draft/use-draft.ts'
import { ROOT_ID, useClub } from '../../../../pages/club-settings.ts'
import type { Declaration } from '../../../shared/fields.ts'
import type { ResourceName } from '../../../shared/resources.ts'
import type { Origin } from '../../conflict/merge-edits.ts'
import type { ItemVersion } from '../../item/item-version.ts'
import { publicationNames } from '../../publication/choice.ts'
import { COPIED, type CopySource } from '../copied-values.ts'
import { createItemCalls, type ItemCalls } from '../item-calls.ts'
import {
  findDifferingNames,
  flattenValues,
  type ItemBody,
  type ItemValues,
  parseAltName,
} from '../item-values.ts'
import { unfoldField } from '../keyboard.ts'
import type { PictureOrigins } from '../picture-origins.ts'
import { createResolver } from '../resolver.ts'
import { TextProposals } from '../text-proposals.ts'
import { useUsualNavigation } from './after-save.ts'
import type { EditedItem, Editor, FormNavigation } from './editor-context.ts'
import {
  type EditorEvent,
  type EditorState,
  getDraftOrigin,
  getStoredOrigin,
  getStoredVersion,
  type ItemDraft,
  isAsSaved,
  nestDraft,
  openEditor,
  reduceEditor,
} from './editor-state.ts'
import type { OpenForm } from './open-form.ts'
import { PendingFiles } from './pending-files.ts'

/** Reads the draft of a form. @param path the address of the form */
export async function readItemDraft(path: string): Promise<ItemDraft | null> {
  const draft = await readDraft<ItemValues, Origin>(draftKey(path))
  return draft && nestDraft(draft)
}

export interface ItemFormProps {
  declaration: Declaration & { name: ResourceName }
  /** Address of the form. The browser stores the draft under this address. */
  path: string
  draft: ItemDraft | null
  /** The version to edit. null for a new item. */
  version: ItemVersion | null
  /** True when the author of the draft also made all changes that were saved since the draft began. */
  isOwn?: boolean
  /** Id of the item from which this new item is copied. */
  copiedFrom?: string | null
  /** Values with which a copy of another item starts. */
  copy?: ItemValues | undefined
  /** The item from which this unpublished item was copied. While this is a pending promise, publishing waits for it. */
  copySource?: CopySource | null | Promise<CopySource | null>
  /** Network calls that replace the calls of the resource. */
  calls?: ItemCalls
  /** Navigation that replaces the default navigation. The form then never stays open after a save. */
  navigation?: FormNavigation
  /** Called when the item was saved and the form stays open. */
  onSaved?: (version: ItemVersion) => void
  /** Renders the fields, and content around them above the bar. */
  around?: (fields: ReactNode) => ReactNode
}

interface ItemEditor {
  editor: Editor
  state: EditorState
  edited: EditedItem
  /** True when the form can stay open after a save. */
  canStay: boolean
}

export function useItemEditor(props: ItemFormProps): ItemEditor {
  const { declaration, path, draft, version, copy, copySource = null, isOwn = false } = props
  const { calls = createItemCalls(declaration.name, props.copiedFrom) } = props
  const { timeZone } = useClub().identity
  const root = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null } | undefined
  const { state, read, dispatch } = useEditorState(() =>
    openEditor({ declaration, draft, version, timeZone, isOwn, now: Date.now() }),
  )
  const usual = useUsualNavigation(declaration.admin, version === null)
  const navigate = useNavigate()
  const stored = getStoredVersion(state, version)

  const [defaultValues] = useState(state.conflict?.values ?? draft?.values ?? copy ?? state.opened.base)
  const form = useForm<ItemValues, unknown, ItemBody>({
    defaultValues,
    resolver: createResolver(declaration, stored, timeZone, copySource),
    // `focusInvalidField` sets the focus instead, because it also finds pictures and rich texts.
    shouldFocusError: false,
  })
  const keeper = useDraft(path, form, {
    origin: () => getDraftOrigin(read()),
    isWorthKeeping: (values) =>
      findDifferingNames(values, getDraftOrigin(read()).base).some(
        (name) => name !== COPIED && !isAsSaved(read(), name, values),
      ),
    isRestored: draft !== null,
    onStatus: (status) => dispatch({ type: 'changed', isDirty: status !== 'none' }),
  })
  const loadedSource = useLoaded(copySource)
  const [files] = useState(() => new PendingFiles())
  const [keys] = useState(() => new IdempotencyKeys())
  const [pictureOrigins] = useState((): PictureOrigins => new Map())
  const element = useRef<HTMLFormElement>(null)
  const stopping = useRef<AbortController>(null)
  const open: OpenForm = { declaration, timeZone, element, calls, loaded: version, form, read, dispatch }
  const [proposals] = useState(() => new TextProposals(open, root?.siteUrl ?? null))
  useEffect(() => {
    proposals.fill(false)
    return form.subscribe({ formState: { values: true }, callback: () => proposals.fill(false) })
  }, [form, proposals])
  useEffect(
    () => () => {
      // Leaving the form cancels a save that waits for files, but not a save whose request is in progress.
      if (read().progress?.stage === 'files') stopping.current?.abort()
    },
    [read],
  )

  const base = getStoredOrigin(state).base
  const editor: Editor = {
    ...open,
    files,
    pictureOrigins,
    proposals,
    draft,
    copy,
    keeper,
    keys,
    stopping,
    navigation: props.navigation ?? usual,
    navigate: (to, options) => void navigate(to, options),
    onSaved: props.onSaved,
  }
  const edited: EditedItem = {
    declaration,
    timeZone,
    item: stored?.item,
    base,
    initial: version ? null : (copy ?? base),
    copySource: loadedSource,
    hasPublication: calls.create !== undefined,
  }
  return { editor, state, edited, canStay: version !== null && !props.navigation }
}

/**
 * A reducer whose state can be read right after an event. A save that waited for the next render could send an outdated
 * edit counter.
 */
function useEditorState(open: () => EditorState) {
  const [state, setState] = useState(open)
  const latest = useRef(state)
  const read = useCallback(() => latest.current, [])
  const dispatch = useCallback((event: EditorEvent) => {
    latest.current = reduceEditor(latest.current, event)
    setState(latest.current)
  }, [])
  return { state, read, dispatch }
}

/** Discards the unsaved edits. The administrator can bring them back while the form is open. */
export function discardEdits(editor: Editor): void {
  const { copy, form, files, pictureOrigins, keeper, read, dispatch } = editor
  dispatch({ type: 'discarded', values: structuredClone(form.getValues()) })
  files.clear()
  pictureOrigins.clear()
  void keeper.drop()
  form.reset(copy ?? getStoredOrigin(read()).base)
}

export function bringBackEdits(editor: Editor): void {
  const { declaration, form, element, keeper, read, dispatch } = editor
  const state = read()
  const { discarded } = state
  if (!discarded) return
  keeper.resume()
  for (const [name, value] of Object.entries(flattenValues(discarded))) form.setValue(name, value)
  // The focused button disappears, so the focus moves to the first field that changed.
  const differing = findDifferingNames(discarded, getStoredOrigin(state).base)
  const changed = new Set(differing.map((name) => parseAltName(name) ?? name))
  const names = [...Object.keys(declaration.fields), ...publicationNames]
  const first = names.find((name) => changed.has(name))
  if (first !== undefined) {
    unfoldField(element.current, first)
    form.setFocus(first)
  }
  dispatch({ type: 'brought-back' })
}

/** Returns the resolved value, or null until the promise is resolved. */
function useLoaded<T>(pending: T | Promise<T>): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (pending instanceof Promise) void pending.then((value) => isCurrent && setLoaded(value))
    return () => {
      isCurrent = false
    }
  }, [pending])
  return pending instanceof Promise ? loaded : pending
}
