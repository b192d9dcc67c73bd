/** Recognises addresses that programs try on every site, and addresses that could contain a secret or personal data. */

/** Searches for faults of other software, and files that browsers and programs request by themselves. */
const SCANNED = [
  // Hidden files, such as `/.env` and `/.git/config`, and well-known addresses.
  /\/\./,
  /\/(?:wp|wordpress)(?:$|[-/])/i,
  /\/(?:xmlrpc|wlwmanifest|phpinfo|phpmyadmin|pma|adminer|myadmin|mysql|cgi-bin|vendor|node_modules|actuator|telescope|_ignition|_profiler|_next|autodiscover|owa|boaform|hnap1|solr|jenkins|console|server-status|sdk)(?:$|[/.])/i,
  /\/(?:config|configuration|settings|shell|cmd|upload|filemanager|eval-stdin|setup|install|test|info|db|backup|admin|administrator|login)\.(?:php|aspx?|jsp|cgi|json|ya?ml)$/i,
  /\.(?:env|git|sql|bak|old|swp|ini|log|pem|key|gz|tgz|tar|zip|rar|7z|sqlite|db|cgi|jsp|do|action|map)$/i,
  /\/(?:ads|app-ads|humans|llms|llms-full)\.txt$/i,
  /\/(?:apple-touch-icon|favicon|browserconfig|crossdomain|clientaccesspolicy)[^/]*$/i,
]

/** Length from which a segment can be a token of a private address. They have 43 characters. */
const TOKEN_MIN = 32

/** True for a segment of random letters and digits. Names of items have words in lower case. */
const isToken = (segment: string): boolean =>
  segment.length >= TOKEN_MIN && /[a-z]/.test(segment) && /[A-Z]/.test(segment) && /\d/.test(segment)

/** True for an address that is not counted. @param path without query, at most 300 characters */
export const isNoise = (path: string): boolean =>
  SCANNED.some((pattern) => pattern.test(path)) ||
  // An e-mail address, also percent-encoded.
  /@|%40/.test(path) ||
  path.split('/').some(isToken)
