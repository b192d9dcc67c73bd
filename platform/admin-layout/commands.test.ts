import { describe, expect, it } from 'vitest'
import { settingsGroups } from '../settings/shared/all-settings.ts'
import { commands, findCommands, listEntries, signOutCommand } from './commands.ts'
import { screens } from './screen-list.ts'

const labels = (typed: string) => findCommands(typed).map(({ label }) => label)

describe('commands', () => {
  it('include every screen with its own address once', () => {
    const addresses = commands.map(({ to }) => to)
    expect(new Set(addresses).size).toBe(addresses.length)
    const own = [
      ...screens.map(({ path }) => path).filter((path) => !path.includes(':')),
      ...Object.values(settingsGroups).map(({ admin }) => admin.update),
      '/',
    ]
    expect(addresses.toSorted()).toEqual(own.toSorted())
  })

  it('have distinct names', () => {
    const names = commands.map(({ label }) => label)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are found by prefixes of words in any order, ignoring case and accents', () => {
    expect(labels('cre nov')).toEqual(['Crear novedad'])
    expect(labels('NOVEDAD crear')).toEqual(['Crear novedad'])
    expect(labels('pagina')).toEqual(['Página principal', 'Sitio: Pie de página'])
    expect(labels('ovedad')).toEqual([])
    expect(labels('¡!')).toHaveLength(commands.length)
    expect(findCommands('')).toEqual(commands)
  })

  it('begin with the actions while nothing is typed, and end with them otherwise', () => {
    const action = { to: '/admin', label: 'Compartir: Lana', group: 'La próxima fecha', also: 'crear' }
    const list = (typed: string, areFirst: boolean) => listEntries(typed, [action], areFirst)
    expect(list('', true)).toEqual([action, ...commands, signOutCommand])
    expect(list('', false)).toEqual([...commands, action, signOutCommand])
    expect(list('crear', true).at(-1)).toBe(action)
  })

  it('include the end of the session', () => {
    expect(listEntries('cerrar sesion', [], true)).toEqual([signOutCommand])
  })
})
