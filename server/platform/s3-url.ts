/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** The URL of the bucket without a final slash: `https://s3.eu-central-1.amazonaws.com/acme-files`. */
  bucketUrl: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const form = 's3://KEY:SECRET@HOST/BUCKET?region=REGION'

/** Describes what is wrong with `S3_URL`, without repeating the secret that it contains. */
export function s3UrlProblems(text: string): string[] {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.host === '') return [`S3_URL must be a URL of the form ${form}.`]
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region' && name !== 'tls')
  return [
    ...(url.username === '' || url.password === '' ? ['S3_URL must contain a key and a secret, percent-encoded.'] : []),
    ...(/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(url.pathname)
      ? []
      : ['S3_URL must end in the name of a bucket.']),
    ...unknown.map((name) => `S3_URL has the unknown parameter "${name}". Allowed are region and tls.`),
    ...(['0', '1', null].includes(url.searchParams.get('tls')) ? [] : ['The parameter tls in S3_URL must be 0 or 1.']),
  ]
}

/** Parses `S3_URL`, which must have no problems. */
export function parseS3Url(text: string): S3Location {
  const { host, username, password, pathname, searchParams } = new URL(text)
  const scheme = searchParams.get('tls') === '0' ? 'http' : 'https'
  return {
    // The bucket is in the path, which every compatible store supports, also under an IP address.
    bucketUrl: `${scheme}://${host}${pathname.replace(/\/$/, '')}`,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    // Stores other than Amazon’s accept any region that is signed consistently.
    region: searchParams.get('region') ?? 'us-east-1',
  }
}
