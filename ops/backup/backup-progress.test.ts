import { expect, test } from 'vitest'
import { createProgress } from './backup-progress.ts'

const ESC = '\u001b'

function shown(isTTY: boolean) {
  const written: string[] = []
  const clock = { now: 5_000 }
  const progress = createProgress({ isTTY, write: (text) => written.push(text) }, () => clock.now)
  return {
    written,
    /** Reports progress at a later time. @param megabytes done so far, of 200 MB by default */
    after(ms: number, megabytes: number, step = 'Reviso la copia', of = 200) {
      clock.now += ms
      progress.on({ step, bytes: megabytes * 1e6, done: megabytes, of })
    },
    end: progress.end,
  }
}

test('updates one line in a terminal and erases it at the end', () => {
  const { written, after, end } = shown(true)
  after(100, 1)
  after(200, 2)
  after(10, 3)
  after(20_000, 50)
  after(100_000, 190)
  after(300, 200, 'Pongo los archivos')
  after(300, 0, 'Guardo los archivos', 0)
  end()
  end()
  expect(written).toEqual([
    `\rReviso la copia: 1 %, 2 MB${ESC}[K`,
    `\rReviso la copia: 25 %, 50 MB, queda alrededor de un minuto${ESC}[K`,
    `\rReviso la copia: 95 %, 190 MB, quedan unos 10 s${ESC}[K`,
    `\rPongo los archivos: 100 %, 200 MB, ya casi${ESC}[K`,
    `\rGuardo los archivos: 100 %, 0 MB, ya casi${ESC}[K`,
    `\r${ESC}[K`,
  ])
})

test('writes lines at intervals into a log, and none for short work', () => {
  const quick = shown(false)
  quick.after(0, 0)
  quick.after(9_000, 200)
  quick.end()
  expect(quick.written).toEqual([])

  const { written, after, end } = shown(false)
  after(0, 0)
  after(10_000, 4)
  after(9_999, 8)
  after(3_600_000, 40)
  after(36_000_000, 60)
  end()
  expect(written).toEqual([
    'Reviso la copia: 2 %, 4 MB, quedan unos 8 min\n',
    'Reviso la copia: 20 %, 40 MB, quedan unas 4 h\n',
    'Reviso la copia: 30 %, 60 MB, quedan unas 26 h\n',
  ])
})
