/** Shows a page with the values of a form beside the form. On narrow screens form and page are tabs. */
import './page-beside.css'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { liveRegion } from '../../../../ui/live-region.ts'
import { useWide } from '../use-wide.ts'
import { renderInFrame } from './preview-frame.ts'
import { type PagePreview, type PreviewState, type RequestPage, usePagePreview } from './use-page-preview.ts'

const tabs = { form: 'Editar', page: 'Vista previa' }
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as Tab[]

interface PageBesideProps {
  request: RequestPage
  /** Name of the tab list for screen readers. */
  label: string
  children: ReactNode
}

export function PageBeside({ request, label, children }: PageBesideProps) {
  const id = useId()
  const isNarrow = !useWide()
  const form = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<Tab>('form')
  const isSeen = !isNarrow || tab === 'page'
  const { page, state } = usePagePreview(request, isSeen)

  // A submit switches to the tab with the form, because validation errors appear there.
  useEffect(() => {
    const element = form.current?.closest('form')
    const edit = () => setTab('form')
    element?.addEventListener('submit', edit)
    return () => element?.removeEventListener('submit', edit)
  }, [])

  const panel = (of: Tab) =>
    isNarrow
      ? {
          role: 'tabpanel',
          id: `${id}-${of}`,
          'aria-labelledby': `${id}-${of}-tab`,
          hidden: tab !== of,
        }
      : {}

  return (
    <>
      {isNarrow && <Tabs id={id} label={label} tab={tab} onTab={setTab} />}
      <div ref={form} className="beside-form" {...panel('form')}>
        {children}
      </div>
      <section
        className="beside"
        aria-label="Vista previa"
        aria-busy={state === 'loading'}
        {...panel('page')}
      >
        <Frame page={page} state={state} isNarrow={isNarrow} />
      </section>
    </>
  )
}

interface TabsProps {
  id: string
  label: string
  tab: Tab
  onTab: (tab: Tab) => void
}

function Tabs({ id, label, tab, onTab }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function choose(chosen: Tab) {
    onTab(chosen)
    // The preview is as high as the screen, so it is scrolled to the top.
    if (chosen === 'page') requestAnimationFrame(() => list.current?.scrollIntoView({ block: 'start' }))
  }

  function onKey(event: KeyboardEvent) {
    const at = tabNames.indexOf(tab)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const chosen = to === undefined ? undefined : tabNames.at(to % tabNames.length)
    if (!chosen) return
    event.preventDefault()
    choose(chosen)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${chosen}-tab`)}`)?.focus()
  }

  return (
    <div ref={list} className="beside-tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabNames.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}-tab`}
          aria-controls={`${id}-${name}`}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => choose(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  )
}

/** On wide screens the previewed page has this width, that of a laptop. CSS px */
const DESKTOP_WIDTH = 1280

const statusTexts: Record<PreviewState, string> = {
  loading: '',
  fresh: '',
  invalid: 'Hay algo para corregir. Se ve lo último que estaba bien.',
  failed: 'La vista previa no se pudo actualizar. Lo que escribís sigue acá.',
}

interface FrameProps {
  page: PagePreview | null
  state: PreviewState
  isNarrow: boolean
}

function Frame({ page, state, isNarrow }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [title, setTitle] = useState('')
  // The last message stays while a preview loads, because an empty line would flicker.
  const [status, setStatus] = useState('')
  if (state !== 'loading' && status !== statusTexts[state]) setStatus(statusTexts[state])

  useEffect(() => {
    if (isReady && page && frame.current) setTitle(renderInFrame(frame.current, page.html, page.pictures))
  }, [isReady, page])

  // On wide screens the frame is DESKTOP_WIDTH wide and scaled down to the available width.
  useLayoutEffect(() => {
    const [box, element] = [container.current, frame.current]
    if (!box || !element) return
    const observer = new ResizeObserver(() => {
      const scale = isNarrow ? 1 : Math.min(1, box.clientWidth / DESKTOP_WIDTH)
      if (scale === 0) return
      element.style.width = `${box.clientWidth / scale}px`
      element.style.height = `${box.clientHeight / scale}px`
      element.style.transform = scale === 1 ? '' : `scale(${scale})`
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [isNarrow])

  return (
    <div className="beside-view">
      <div className="beside-line">
        <p {...liveRegion}>{status}</p>
        {status === '' && <p className="mono">{title || 'Armando la página…'}</p>}
      </div>
      <div ref={container} className="beside-room">
        {/* `renderInFrame` writes the content, without scripts and links. */}
        <iframe
          ref={frame}
          title="Vista previa"
          sandbox="allow-same-origin"
          // Without a color-scheme, browsers paint the empty frame white.
          srcDoc='<!doctype html><meta name="color-scheme" content="dark"><title>Vista previa</title>'
          onLoad={() => setReady(true)}
        />
      </div>
    </div>
  )
}
