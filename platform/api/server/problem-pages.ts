/** Serves a page for each problem type, to which `type` in a problem document leads (RFC 9457 §3.1.1). */
import { type ProblemId, problems, problemType } from '../shared/problems.ts'
import { DOCS_POLICY, escapeHtml, renderDocument } from './docs.ts'
import { listProblems } from './openapi.ts'
import type { Route } from './route.ts'

/** Advice for the author of a program, by status. */
const advice: Readonly<Record<(typeof problems)[ProblemId]['status'], string>> = {
  400: 'Corregí el pedido: si la respuesta trae errors, nombra cada campo con su motivo. Repetirlo igual da lo mismo.',
  401: 'Mandá una credencial que valga: una sesión nueva, el PIN de la puerta o la clave que pide la ruta.',
  403: 'El pedido se entendió y no se permite. Repetirlo igual da lo mismo.',
  404: 'Revisá la dirección y el _id. Lo borrado puede estar en la papelera.',
  405: 'La cabecera Allow de la respuesta nombra los métodos que acepta esa dirección.',
  408: 'Mandá el pedido de nuevo, por una conexión más rápida o en partes más chicas.',
  409: 'Leé de nuevo lo que ibas a cambiar: su estado de ahora no admite el pedido.',
  412: 'Leé de nuevo para tener el ETag de ahora, decidí si el cambio sigue valiendo, y mandalo con ese ETag.',
  413: 'Mandá menos: la documentación dice hasta cuánto acepta cada ruta.',
  415: 'Mandá el Content-Type que dice la documentación de la ruta.',
  422: 'Usá otra Idempotency-Key: cada una vale para un solo contenido.',
  429: 'Esperá los segundos que dice la cabecera Retry-After.',
  431: 'Mandá menos cabeceras, o más cortas.',
  500: 'Probá de nuevo en un momento. Si sigue, pasale el requestId a quien administra el servidor: está en su registro.',
  501: 'Pedí uno de los formatos que nombra la documentación.',
  503: 'Probá de nuevo más tarde: si la respuesta trae Retry-After, después de esos segundos.',
  507: 'Avisale a quien administra el servidor: falta lugar en su disco.',
}

/**
 * Creates the pages.
 * @param basePath of the API
 * @returns a function that answers with the page of an id, or with a 404 for an unknown one
 */
export function createProblemPages(routes: readonly Route[], basePath: string): (id: string) => Response {
  const calls = new Map<string, string[]>()
  for (const route of routes)
    for (const id of listProblems(route))
      calls.set(id, [
        ...(calls.get(id) ?? []),
        `${route.method} ${basePath}${route.path.replace(/:(\w+)/g, '{$1}')}`,
      ])
  const docs = `<p><a href="${escapeHtml(basePath)}/docs">La documentación de la API</a></p>`

  return (id) => {
    if (!Object.hasOwn(problems, id))
      return answer(
        404,
        'Ese problema no existe',
        `<p>La API no responde con ninguno de ese nombre.</p>${docs}`,
      )
    const { status, title, detail } = problems[id as ProblemId]
    const list = (calls.get(id) ?? []).map((call) => `<li><code>${escapeHtml(call)}</code></li>`).join('')
    return answer(
      200,
      title,
      `<p><code>${problemType(id as ProblemId)}</code> · ${status}</p><h2>Qué pasó</h2><p>${escapeHtml(detail)}</p>
<h2>Qué hacer</h2><p>${escapeHtml(advice[status])}</p>${list && `<h2>Quién responde así</h2><ul>${list}</ul>`}${docs}`,
    )
  }
}

const answer = (status: number, title: string, body: string): Response =>
  new Response(renderDocument(title, `<h1>${escapeHtml(title)}</h1>${body}`), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': DOCS_POLICY,
      'Cache-Control': 'no-cache',
      'X-Robots-Tag': 'noindex',
    },
  })
