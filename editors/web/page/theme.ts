/** The button that switches between the colours of the system, light and dark. */

const KEY = 'carom.theme';
const THEMES = ['', 'light', 'dark'] as const;
const LABELS = [
  ['◐', 'Colours of the system'],
  ['☀', 'Light colours'],
  ['☾', 'Dark colours'],
] as const;

export function followTheme(button: HTMLButtonElement): void {
  let at = Math.max(0, THEMES.indexOf(stored() as (typeof THEMES)[number]));
  const apply = () => {
    document.documentElement.style.colorScheme = THEMES[at] ?? '';
    const [icon, label] = LABELS[at] ?? LABELS[0];
    button.textContent = icon;
    button.title = label;
    button.setAttribute('aria-label', label);
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
