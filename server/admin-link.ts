/** `npm run admin:link [-- e-mail]`: a sign-in link for an administrator who is locked out. */
import { linkFragment } from '../contract/accounts.ts'
import { requireEnv } from './env.ts'
import { openClub } from './services.ts'

const env = requireEnv()
const nothing = {
  build: '',
  assets: null,
  caching: false,
  render: () => async () => new Response(null, { status: 404 }),
}
const club = await openClub(env, nothing)
process.exitCode = await main(process.argv[2])
await club.stop()

async function main(asked: string | undefined): Promise<number> {
  const site = env.siteUrl ?? `http://${env.host}:${env.port}`
  const active = (await club.accounts.list()).filter(({ status }) => status === 'active')
  if (active.length === 0) {
    console.log(
      'Todavía no hay administradores. Con este enlace, por 24 horas y una sola vez, se reclama el club:',
    )
    console.log(`${site}/login${linkFragment('claim', await club.accounts.makeLink('claim'))}`)
    return 0
  }
  const email = asked ?? (active.length === 1 ? active[0]?.email : undefined)
  if (email === undefined) {
    console.error(
      `Decí de quién: npm run admin:link -- e-mail. Administran: ${active.map(({ email }) => email).join(', ')}`,
    )
    return 1
  }
  const token = await club.accounts.makeLink('sign-in', email)
  if (token === null) {
    console.error(`No hay un administrador activo con el e-mail ${email}.`)
    return 1
  }
  console.log(`Enlace para que ${email} entre. Sirve una vez, por una hora:`)
  console.log(`${site}/login${linkFragment('sign-in', token)}`)
  return 0
}
