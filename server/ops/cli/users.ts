/** `./pulso users …`: what the back office does with those who administer, for whoever has a shell on the machine. */
import { linkFragment } from '../../../contract/accounts/accounts.ts'
import { type Club, openClub } from '../../container.ts'
import { type Env, requireEnv } from '../../env.ts'
import { noPages } from '../../pages/declared-pages.ts'
import { knownAddress } from '../known-address.ts'
import type { Given } from './command.ts'
import { EXIT, Failure } from './exit.ts'
import { quoted, type Say, shown } from './say.ts'

const noSite = {
  build: '',
  assets: null,
  caching: false,
  pages: async () => noPages,
  render: () => async () => new Response(null, { status: 404 }),
}

/** With the club's own services, beside the one that may be serving. */
async function withClub(work: (club: Club, env: Env) => Promise<number>): Promise<number> {
  const env = requireEnv()
  const club = await openClub(env, noSite)
  try {
    return await work(club, env)
  } finally {
    await club.stop()
  }
}

const addressOf = async ({ database }: Club, env: Env): Promise<string> =>
  env.siteUrl ?? (await knownAddress(database)) ?? `http://${env.host}:${env.port}`

/**
 * A sign-in link for an administrator who is locked out. It stands for the password; the second factor only who has a shell
 * on this machine, and so the database, can turn off without another administrator.
 */
export const reset = ({ arguments: [wanted], flags }: Given, say: Say): Promise<number> =>
  withClub(async (club, env) => {
    const site = await addressOf(club, env)
    const active = (await club.accounts.list()).filter(({ status }) => status === 'active')
    if (active.length === 0) {
      const url = `${site}/login${linkFragment('claim', await club.accounts.makeLink('claim'))}`
      say.line(
        'Todavía no hay administradores. Con este enlace, por 24 horas y una sola vez, se crea el primer usuario, que administra el club:',
      )
      say.line(url)
      say.document({ email: null, url, secondFactor: false })
      return EXIT.good
    }
    const email = wanted ?? (active.length === 1 ? active[0]?.email : undefined)
    if (email === undefined)
      throw new Failure(
        `Decí de quién. Administran: ${active.map(({ email }) => shown(email)).join(', ')}`,
        EXIT.usage,
      )
    const token = await club.accounts.makeLink('sign-in', email)
    const user = active.find((user) => user.email.toLowerCase() === email.trim().toLowerCase())
    if (token === null || !user)
      throw new Failure(`No hay quien administre y esté activo con el e-mail ${quoted(email)}.`)
    const resets = flags.has('2fa') && user.secondFactor
    if (resets) {
      await club.secondFactor.reset(user._id, null)
      say.line(`El segundo factor de ${shown(email)} quedó desactivado, y sus sesiones terminaron.`)
    } else if (user.secondFactor) {
      say.line(
        `El enlace pide también el código del segundo factor. Si ${shown(email)} perdió la app y los códigos,`,
      )
      say.line('alguien más que administre lo puede desactivar en Usuarios, o este comando con --2fa.')
    }
    const url = `${site}/login${linkFragment('sign-in', token)}`
    say.line(`Enlace para que ${shown(email)} entre. Sirve una vez, por una hora:`)
    say.line(url)
    say.document({ email: user.email, url, secondFactor: user.secondFactor && !resets })
    return EXIT.good
  })
