/** Source files of the door's page and of its workers, from the root of the checkout. */
export const door = {
  door: 'features/guests/door/door-entry.tsx',
  'door-worker': 'features/guests/door/service-worker.ts',
  'decode-worker': 'features/guests/door/camera/decode-worker.ts',
}
