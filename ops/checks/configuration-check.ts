/** Checks environment variables that are valid but not advisable. */
import { findSlips } from '../../platform/process/env.ts'
import type { Check } from './check-declaration.ts'

export const configuration: Check = {
  doctor: [
    {
      part: 'configuración',
      mend: () => 'Repetí.',
      *run({ env, good, warning }) {
        yield good(`Las variables se entienden; Node ${process.version}.`)
        for (const { name, meant } of findSlips(process.env))
          yield warning(`La variable ${name} no existe y no hace nada: ¿es ${meant}?`, `${meant}=…`)
        if (env.siteUrl === null)
          yield warning(
            'Sin SITE_URL no salen correos con enlaces, ni mapa del sitio, ni imágenes para compartir.',
            'SITE_URL=https://el-sitio.example',
          )
        else if (env.siteUrl.startsWith('http:') && !/\/\/(localhost|127\.|\[::1\])/.test(env.siteUrl))
          yield warning(
            `SITE_URL (${env.siteUrl}) no usa https: las contraseñas y las sesiones viajan sin cifrar.`,
            'Poné delante un proxy con HTTPS.',
          )
        if (env.siteUrl?.startsWith('https:') && env.trustProxy === 0)
          yield warning(
            'SITE_URL usa https pero TRUST_PROXY es 0: si delante hay un proxy, todas las visitas parecen venir de él y comparten los límites.',
            'TRUST_PROXY=1',
          )
      },
    },
  ],
}
