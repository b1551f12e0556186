/** A turn of phrase that is not plain English, and how to put it instead. `pagesOnly`: comments may begin with it, as labels do. */
type Turn = { readonly turn: RegExp; readonly instead: string; readonly pagesOnly?: true }

/** Turns that pages, comments and messages do without. */
// biome-ignore format: a table reads by rows
export const turns: readonly Turn[] = [
  { turn: /\bwho(?:ever)? names? (?:none|nothing|neither)\b/i, instead: 'requests that name no …' },
  { turn: /(?:^|[.;:] )[Ww]ho(?:ever)? \w+s\b[^.?]*\b(?:gets|acts|must|may)\b/, instead: 'requests that …' },
  { turn: /\bnone gets\b/i, instead: 'no … gets' },
  { turn: /\b(?:is|are|was|were) no good\b/i, instead: 'is not valid' },
  { turn: /\bof no matter\b|\bmatters? not\b/i, instead: 'is ignored' },
  { turn: /\b(?:be it|lets? be|let it be)\b/i, instead: 'or; is left as it is' },
  { turn: /\band said\b|\bsaid so\b|\b(?:is|are|was) said\b/i, instead: 'is reported' },
  { turn: /\bof (?:two|several|those) that\b[^.]*\bcounts?\b/i, instead: 'if … is set twice, … wins' },
  { turn: /\bthat speaks? of\b/i, instead: 'about' },
  { turn: /\bfurther left\b/i, instead: 'leftmost' },
  { turn: /\bno \w+ goes with\b/i, instead: 'without a …' },
  { turn: /\bfrom (?:column|line) \d+ on\b/i, instead: 'at column …' },
  { turn: /\b(?:names|texts) stand in\b/i, instead: 'keys must be quoted' },
  { turn: /\b(?:wherein|whereof|whereby|thereof|therein|hereby|thereto|heretofore|whosoever)\b/i, instead: 'in which, of it, by which' },
  { turn: /\bshall\b/i, instead: 'must, or should' },
  { turn: /\bnot so with\b/i, instead: 'except with' },
  { turn: /\bhas it that\b/i, instead: 'says' },
  { turn: /\b(?:tells?|says?|knows?) none\b/i, instead: 'has no …' },
  { turn: /\b(?:any|every) \w+ is welcome\b/i, instead: 'is accepted' },
  { turn: /\bpass(?:es|ed)? over (?:it|them|the)\b/i, instead: 'ignores' },
  { turn: /(?:^|[.;:] )What (?:is|are|was|were|has|have|no|cannot|stays|goes|lies|differs|comes)\b(?![^.]*\?)/, instead: 'start with the subject', pagesOnly: true },
]
