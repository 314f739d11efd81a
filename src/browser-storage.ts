/** What a browser keeps for its operator; null where it keeps nothing of that name, or is not let. */
export function recall(place: string): string | null {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

/** The same of what was written as JSON; null also where that is spoilt. What is there may be of an older version. */
export function recallJson(place: string): unknown {
  try {
    return JSON.parse(recall(place) ?? 'null')
  } catch {
    return null
  }
}

/** Has the browser keep a text, or nothing any more. Where its storage is full or closed, what was chosen holds until the page is left. */
export function remember(place: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(place)
    else localStorage.setItem(place, text)
  } catch {
    // Nothing but the operator's choice is lost.
  }
}
