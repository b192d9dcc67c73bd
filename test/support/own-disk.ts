/**
 * Gives one command a small file system, which a test can fill, or a read-only view of a folder. Needs Linux with user
 * namespaces (user_namespaces(7)), but no root.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @returns the prefix of a command that gets a file system of the given size at `folder`. Other processes do not see it */
export const inOwnFileSystem = (folder: string, size: string): string[] =>
  afterMount(`mount -t tmpfs -o size=${size} tmpfs "$0"`, folder)

/** @returns the prefix of a command for which the folder and its files are on a read-only disk */
export const onReadOnlyDisk = (folder: string): string[] =>
  afterMount('mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"', folder)

const afterMount = (mount: string, folder: string): string[] => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `${mount} && exec "$@"`,
  folder,
]

/** False when the distribution forbids user namespaces. */
export function canMountFileSystems(): boolean {
  try {
    const [command = '', ...options] = inOwnFileSystem('/mnt', '1m')
    execFileSync(command, [...options, 'true'], { stdio: 'ignore' })
    return existsSync('/proc/self/root')
  } catch {
    return false
  }
}
