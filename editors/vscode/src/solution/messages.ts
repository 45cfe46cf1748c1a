/** Messages between the extension and the page of its panel, besides those of the board view. */

/**
 * Takes the focus. When the editor reveals a panel, it sometimes gives the focus to the frame around
 * the page only.
 */
export interface FocusMessage {
  readonly type: 'focus';
}
