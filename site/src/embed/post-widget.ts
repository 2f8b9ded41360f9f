import site from '#content/site.json';

export interface PostWidget {
  scriptUrl: string;
  origins: string[];
}

/**
 * The script from content/site.json, or `override` (PUBLIC_POST_WIDGET_URL at build time) with only its own origin.
 * Throws for an invalid URL.
 */
export function findPostWidget(override?: string): PostWidget {
  const scriptUrl = override || site.postWidget.scriptUrl;
  const others = override ? [] : site.postWidget.origins;
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...others])] };
}
