# Sourced by vscode.sh and web.sh in the top folder of the sources: installs Node and Chromium.
# Sets `tools`, a folder for programs, and defines `install`.

NODE=24.21.0

built=${CARGO_TARGET_DIR:-target}
mkdir -p "$built/editors/vscode"
tools=$(cd "$built/editors/vscode" && pwd)

# install_packages NAME...: installs the missing Debian packages.
install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    fi
}

# install FOLDER PACKAGE: installs an npm package, unless it is there.
install() {
    local folder=$tools/$1 package=$2
    if [ "$(cat "$folder/.installed" 2>/dev/null)" != "$package" ]; then
        rm -rf "$folder" && mkdir -p "$folder"
        echo '{"private":true}' >"$folder/package.json"
        npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$package"
        echo "$package" >"$folder/.installed"
    fi
}

install_packages chromium
command -v npm >/dev/null || install_packages npm
install node "node@$NODE"
node_home=$(cd "$(dirname "$(find "$tools/node/node_modules" -path '*/include/node/node_api.h' | head -n 1)")/../.." && pwd)
export PATH="$node_home/bin:$PATH" npm_config_nodedir="$node_home"
