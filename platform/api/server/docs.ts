/** Renders the OpenAPI document as an HTML page without scripts and without files of other sites. */
import { createHash } from 'node:crypto'

interface Operation {
  summary: string
  tags: string[]
  security?: Record<string, unknown>[]
  parameters: { name: string; in: string; description?: string }[]
  requestBody?: { description: string; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>
}

interface Document {
  info: { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

const STYLE = `
:root{color-scheme:dark}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 6rem;background:#0b0b0c;color:#f2efe9;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:2.5rem;line-height:1;margin:0 0 1rem}
h2{margin:4rem 0 1rem;border-bottom:2px solid}
h3{font-size:1rem}
details{border-bottom:1px solid #55534f}
summary{display:grid;grid-template-columns:5rem 1fr 1rem;gap:0 1rem;padding:.8rem 0;min-height:44px;box-sizing:border-box;cursor:pointer}
summary::-webkit-details-marker{display:none}
summary::after{content:"+" / "";grid-area:1/3}
[open]>summary::after{content:"−" / ""}
code,pre{font:.9rem/1.5 ui-monospace,monospace}
b{font:600 .9rem ui-monospace,monospace}
small{grid-column:2;color:#bdbab4}
pre{overflow:auto;padding:1rem;background:#191918}
dt{font:600 .9rem ui-monospace,monospace;margin-top:1rem}
dd{margin:0 0 0 1rem;white-space:pre-line;color:#d6d3cd}
a{color:inherit}
:focus-visible{outline:2px solid #ff2e1f;outline-offset:2px}
`

/** Content-Security-Policy of the page. It allows only the page's own style sheet. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const block = (schema: unknown): string =>
  `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`

function operationHtml(base: string, path: string, method: string, operation: Operation): string {
  const scheme = Object.keys(operation.security?.[0] ?? {})[0]
  const who =
    scheme === undefined ? 'cualquiera' : scheme === 'session' ? 'administradores' : 'quien tiene la clave'
  const parameters = operation.parameters.map(
    ({ name, in: place, description }) =>
      `<dt>${escapeHtml(name)} (${place})</dt><dd>${escapeHtml(description ?? '')}</dd>`,
  )
  const body = Object.values(operation.requestBody?.content ?? {}).map(
    ({ schema }) => `<h3>Se envía</h3>${block(schema)}`,
  )
  // `default` refers to an answer that every call can have.
  const responses = Object.entries(operation.responses).flatMap(([status, { description }]) =>
    status === 'default' ? [] : [`<dt>${status}</dt><dd>${escapeHtml(description)}</dd>`],
  )
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(base + path)}</code><small>${escapeHtml(operation.summary)} · ${who}</small></summary>
${parameters.length > 0 ? `<h3>Parámetros</h3><dl>${parameters.join('')}</dl>` : ''}
${body.join('')}<h3>Responde</h3><dl>${responses.join('')}</dl></details>`
}

/** Renders a page with the style that DOCS_POLICY allows. @param body HTML */
export const renderDocument = (title: string, body: string): string =>
  `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`

/** Renders the page. @returns HTML */
export function renderDocsPage(openApi: Record<string, unknown>): string {
  const { info, servers, paths, components } = openApi as unknown as Document
  const base = servers[0]?.url ?? ''
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0] ?? '',
      path,
      method,
      operation,
    })),
  )
  const sections = [...Map.groupBy(rows, ({ tag }) => tag)].map(
    ([tag, operations]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${operations.map(({ path, method, operation }) => operationHtml(base, path, method, operation)).join('')}</section>`,
  )
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary><b>·</b><code>${escapeHtml(name)}</code></summary>${block(schema)}</details>`,
  )
  return renderDocument(
    info.title,
    `<h1>${escapeHtml(info.title)}</h1><p>${escapeHtml(info.description)} El mismo contrato, para máquinas: <a href="${escapeHtml(base)}/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}<section><h2>Formas</h2>${shapes.join('')}</section>`,
  )
}
