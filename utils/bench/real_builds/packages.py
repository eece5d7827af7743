"""The packages that real-builds knows: how each is configured, built and tested.

Commands run in bash (-e) in the unpacked source, with these variables:

  CC CXX FC       the compiler and, in one of the two builds, the plugin's flag
  CLANG FLANG     the compilers alone, and
  PLUGIN          the flag alone, for CMake
  LTO             flags for link-time optimisation; empty without it
  AR RANLIB NM    LLVM's, which know bitcode
  JOBS            how many processes make may start
  BENCH           the folder utils/bench
"""

from dataclasses import dataclass

# What automake's and CMake's test drivers print for a passed test.
AUTOMAKE = r"^PASS: (?P<test>.*)$"
CTEST = r"Test +#\d+: (?P<test>\S+) \.+ +Passed"

CMAKE = (
    "cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2"
    ' -DCMAKE_C_COMPILER=$CLANG -DCMAKE_C_FLAGS="$PLUGIN $LTO"'
)


@dataclass(frozen=True)
class Package:
    name: str
    # What a line of the test log has to look like to count: a passed test, by
    # the group "test". The group "count", if there is one, says that the line
    # stands for so many.
    passed: str
    build: str
    test: str
    configure: str = "true"
    # Debian's source package, and other packages needed to build it.
    source: str = ""
    needs: tuple = ()
    lto: str = ""
    # Object files that hold the command they were compiled with.
    hold_command: tuple = ()
    # How often it is built; the least time counts. Small ones need it.
    repeats: int = 1
    note: str = ""
    # Minutes that configuring, building or testing may take.
    timeout: int = 120

    @property
    def source_package(self):
        return self.source or self.name


ZLIB = dict(
    source="zlib",
    configure='CFLAGS="-O2 $LTO" ./configure',
    build="make -j$JOBS all",
    test="make test",
    passed=r"^\s*\*\*\* (?P<test>zlib .*test OK) \*\*\*",
    repeats=3,
)

LUA = dict(
    source="lua5.4",
    build='make -C src -j$JOBS CC="$CC -std=gnu99" AR="$AR rcu" RANLIB=$RANLIB'
    ' MYCFLAGS="$LTO" MYLDFLAGS="$LTO" linux',
    test='make test && src/lua "$BENCH/exercise.lua" | sed "s/^/exercise: /"',
    passed=r"^(?P<test>Lua 5.*|exercise: .*)$",
    repeats=3,
)

LZ4 = dict(
    source="lz4",
    build='make -j$JOBS CFLAGS="-O3 $LTO" LDFLAGS="$LTO" default'
    ' && make -j$JOBS -C tests CFLAGS="-O3 $LTO" LDFLAGS="$LTO" all',
    # Without those of its tests that compress gigabytes.
    test='make -C tests CFLAGS="-O3 $LTO" LDFLAGS="$LTO" FUZZER_TIME=-i3000'
    " check test-lz4-sparse test-lz4-skippable test-decompress-partial"
    " test-fuzzer test-frametest",
    # make names the commands of the tests and stops at the first that fails.
    passed=r"^(?P<test>(\.\./programs/|\./|cmp|diff|cat |echo .*\|).*)$",
    repeats=2,
)

PACKAGES = [
    Package(name="zlib", **ZLIB),
    Package(name="zlib-lto", lto="-flto", note="all with `-flto`", **ZLIB),
    Package(name="lua5.4", note="starts it and runs `exercise.lua`, as the package"
            " has no tests of its own", **LUA),
    Package(name="lua5.4-thinlto", lto="-flto=thin", note="all with `-flto=thin`",
            **LUA),
    Package(name="lz4", note="without the tests of huge files; 3000 rounds of its fuzzers", **LZ4),
    Package(name="lz4-lto", lto="-flto", note="all with `-flto`", **LZ4),
    Package(
        name="bzip2",
        build='make -j$JOBS CC="$CC" AR=$AR RANLIB=$RANLIB'
        " libbz2.a bzip2 bzip2recover",
        test='make CC="$CC" test',
        passed=r"^(?P<test>cmp .*)$",
        repeats=3,
    ),
    Package(
        name="opus",
        configure="./configure --disable-static --disable-doc --disable-asm"
        " --disable-intrinsics",
        build="make -j$JOBS",
        test="make check",
        passed=AUTOMAKE,
        note="without assembly and intrinsics",
    ),
    Package(
        name="libjpeg-turbo",
        configure=CMAKE + " -DWITH_SIMD=0 -DENABLE_SHARED=0",
        build="make -C out -j$JOBS",
        test="cd out && ctest",
        passed=CTEST,
        needs=("cmake",),
        note="without assembly",
    ),
    Package(
        name="libsamplerate",
        configure=CMAKE + " -DBUILD_TESTING=ON",
        build="make -C out -j$JOBS",
        test="cd out && ctest",
        passed=CTEST,
        needs=("cmake",),
    ),
    Package(
        name="fftw3",
        configure="./configure --disable-shared --disable-fortran",
        build="make -j$JOBS",
        # As "make check" does, with random transforms that are the same each time.
        test='cd tests && for mode in "--estimate -0d -1d -2d" "-r -c=30"; do'
        " perl -e 'srand 1; do \"./check.pl\"; die if $@' -- $mode -v \"$PWD/bench\"; done",
        passed=r"^(?P<test>\S+) [0-9.e+-]+ [0-9.e+-]+ [0-9.e+-]+$",
        needs=("perl",),
        hold_command=("api/version.o",),
        note="without assembly; `check.pl` on all small transforms and 60 random ones",
    ),
    Package(
        name="gsl",
        # Debian's archive comes without the documentation.
        configure="./configure --disable-shared && sed -i '/^SUBDIRS/s/ doc\\b//' Makefile",
        build="make -j$JOBS",
        test="make -k check",
        passed=AUTOMAKE,
        timeout=240,
    ),
    Package(
        name="sqlite3",
        configure="./configure --disable-amalgamation",
        build="make -j$JOBS sqlite3 testfixture",
        # It does not want to be tested by root.
        test="if ((EUID == 0)); then chown -R nobody . && setpriv --reuid=nobody"
        " --regid=nogroup --clear-groups make quicktest; else make quicktest; fi",
        passed=r"^0 errors out of (?P<count>\d+) (?P<test>tests)",
        needs=("tcl-dev",),
        note="`quicktest`",
        timeout=240,
    ),
    Package(
        name="lapack",
        configure="cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON"
        " -DBUILD_SINGLE=OFF -DBUILD_COMPLEX=OFF -DBUILD_COMPLEX16=OFF"
        " -DCMAKE_C_COMPILER=$CLANG -DCMAKE_Fortran_COMPILER=$FLANG"
        " -DCMAKE_Fortran_FLAGS_RELEASE=-O2"
        ' -DCMAKE_C_FLAGS="$PLUGIN" -DCMAKE_Fortran_FLAGS="$PLUGIN"',
        build="make -C out -j$JOBS",
        test="cd out && ctest",
        passed=CTEST,
        needs=("cmake",),
        note="Fortran; the routines for `double precision`",
        timeout=240,
    ),
]
