# Messages of carom in Neovim, in a terminal of 80 columns: no message may block the editor
# until Enter is pressed. Part of nvim.sh.

for suite in trixie forky; do
    echo "-- messages of $(within $suite nvim --version | head -n 1)"
    cp examples/lunar-lockout.carom "$editors/$suite/carom/deck.carom"
    old="{ 'nvim', '-l', '/tests/nvim/old_server.lua' }"
    while IFS='|' read -r command message; do
        columns=80 terminal within $suite nvim --cmd "lua vim.g.carom = { cmd = $command }" /carom/deck.carom
        see "$message"
        sleep 0.5
        [[ $(screen) == *"$message"* ]]
        # A key works as usual: the editor is not waiting for a prompt.
        press :echo Space "'go'.'es'.'on'" Enter
        see goeson
        leave
    done <<MESSAGES
{ 'no-carom-here', 'lsp' }|carom: \`no-carom-here\` was not found; see \`:checkhealth carom\`
{ 'no-carom-at-the-end-of-a-path-that-is-longer-than-the-whole-line', 'lsp' }|; see \`:checkhealth carom\`
{ 'false' }|carom: \`false\` exited with status 1
$old|carom: carom 0.0.9 is too old
MESSAGES
done

echo '-- a script that builds the parser without a compiler fails'
for suite in trixie forky; do
    status=0
    within $suite env CC=no-such-compiler nvim --headless \
        -c 'CaromBuildParser /carom/grammar/tree-sitter-carom' -c quitall >"$editors/build.txt" 2>&1 </dev/null || status=$?
    [ $status -ne 0 ]
    grep -qF 'carom: no C compiler: `no-such-compiler` was not found; install one, or set $CC' "$editors/build.txt"
done
