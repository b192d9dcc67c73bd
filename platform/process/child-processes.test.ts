import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('drops a message to a parent that has closed the channel, without an error', async () => {
  // The child is busy while its parent disconnects. It therefore sends a message before it learns of the disconnection.
  const program = `
    import { sendToParent } from ${JSON.stringify(new URL('./child-processes.ts', import.meta.url).href)}
    process.on('disconnect', () => process.exit(0))
    process.on('message', () => {
      const end = Date.now() + 300
      while (Date.now() < end);
      sendToParent('late')
    })
    process.send('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const errors = text(child.stderr as NodeJS.ReadableStream)
  await once(child, 'message')
  child.send('begin', () => child.disconnect())
  const [code] = await once(child, 'exit')
  expect([code, await errors]).toEqual([0, ''])
})
