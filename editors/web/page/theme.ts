/** The button that switches between the colours of the system, light and dark. */

const KEY = 'carom.theme';
const THEMES = ['', 'light', 'dark'] as const;
const LABELS = ['◐ System colours', '☀ Light', '☾ Dark'] as const;

export function followTheme(button: HTMLButtonElement): void {
  let at = Math.max(0, THEMES.indexOf(stored() as (typeof THEMES)[number]));
  const apply = () => {
    document.documentElement.style.colorScheme = THEMES[at] ?? '';
    button.textContent = LABELS[at] ?? '';
  };
  button.addEventListener('click', () => {
    at = (at + 1) % THEMES.length;
    apply();
    try {
      localStorage.setItem(KEY, THEMES[at] ?? '');
    } catch {
      // Without storage, the choice is kept until the page is closed.
    }
  });
  apply();
}

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
