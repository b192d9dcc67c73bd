/**
 * `npm run admin:link [-- e-mail] [-- --reset-2fa]`: a sign-in link for an administrator who is locked out. The link
 * stands for the password; with --reset-2fa the second factor is turned off as well, which only who has a shell on this
 * machine, and so the database, can do without another administrator.
 */
import { linkFragment } from '../../contract/accounts/accounts.ts'
import { openClub } from '../container.ts'
import { requireEnv } from '../env.ts'
import { noPages } from '../pages/declared-pages.ts'
import { knownAddress } from './known-address.ts'

const RESET = '--reset-2fa'

const env = requireEnv()
const nothing = {
  build: '',
  assets: null,
  caching: false,
  pages: async () => noPages,
  render: () => async () => new Response(null, { status: 404 }),
}
const club = await openClub(env, nothing)
const given = process.argv.slice(2)
process.exitCode = await main(
  given.find((argument) => argument !== RESET),
  given.includes(RESET),
)
await club.stop()

async function main(wantedEmail: string | undefined, resets: boolean): Promise<number> {
  const site = env.siteUrl ?? (await knownAddress(club.database)) ?? `http://${env.host}:${env.port}`
  const active = (await club.accounts.list()).filter(({ status }) => status === 'active')
  if (active.length === 0) {
    console.log(
      'Todavía no hay administradores. Con este enlace, por 24 horas y una sola vez, se crea el primer usuario, que administra el club:',
    )
    console.log(`${site}/login${linkFragment('claim', await club.accounts.makeLink('claim'))}`)
    return 0
  }
  const email = wantedEmail ?? (active.length === 1 ? active[0]?.email : undefined)
  if (email === undefined) {
    console.error(
      `Decí de quién: npm run admin:link -- e-mail. Administran: ${active.map(({ email }) => email).join(', ')}`,
    )
    return 1
  }
  const token = await club.accounts.makeLink('sign-in', email)
  const user = active.find((user) => user.email.toLowerCase() === email.trim().toLowerCase())
  if (token === null || !user) {
    console.error(`No hay un administrador activo con el e-mail ${email}.`)
    return 1
  }
  if (resets && user.secondFactor) {
    await club.secondFactor.reset(user._id, null)
    console.log(`El segundo factor de ${email} quedó desactivado, y sus sesiones terminaron.`)
  } else if (user.secondFactor) {
    console.log(
      `El enlace pide también el código del segundo factor. Si ${email} perdió la app y los códigos,`,
    )
    console.log(`otro administrador lo puede desactivar en Usuarios, o este comando con ${RESET}.`)
  }
  console.log(`Enlace para que ${email} entre. Sirve una vez, por una hora:`)
  console.log(`${site}/login${linkFragment('sign-in', token)}`)
  return 0
}
