declare module '*.carom' {
  const text: string;
  export default text;
}
