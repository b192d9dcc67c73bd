import { deviceCookie } from '../../auth/server/devices.ts'
import { sessionCookie } from '../../auth/server/sessions.ts'
import type { SignedIn } from '../../auth/server/sign-in.ts'
import { json, type RouteContext } from './route.ts'

/** The user whose session was opened, and what their browser is to bring from now on. */
export function signedIn(
  { user, token, device }: SignedIn,
  { https }: RouteContext['caller'],
  status = 200,
): Response {
  const response = json(user, {
    status,
    headers: { 'Set-Cookie': sessionCookie(token, { secure: https }) },
  })
  response.headers.append('Set-Cookie', deviceCookie(device, { secure: https }))
  return response
}
