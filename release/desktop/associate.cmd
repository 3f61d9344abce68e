@echo off
rem Opens the files of phones in Keitai for this user: associate.cmd, and associate.cmd /remove to undo it.
setlocal
set "classes=HKCU\Software\Classes"
for %%e in (mbac mtra bac tra bck) do (
    if /i "%~1"=="/remove" (
        reg delete "%classes%\.%%e\OpenWithProgids" /v Keitai.%%e /f >nul 2>nul
        reg delete "%classes%\.%%e" /ve /f >nul 2>nul
        reg delete "%classes%\Keitai.%%e" /f >nul 2>nul
    ) else (
        reg add "%classes%\Keitai.%%e" /ve /d "Keitai %%e file" /f >nul || exit /b 1
        reg add "%classes%\Keitai.%%e\DefaultIcon" /ve /d "\"%~dp0keitai.exe\",0" /f >nul || exit /b 1
        reg add "%classes%\Keitai.%%e\shell\open\command" /ve /d "\"%~dp0keitai.exe\" view \"%%1\"" /f >nul || exit /b 1
        reg add "%classes%\.%%e\OpenWithProgids" /v Keitai.%%e /t REG_SZ /d "" /f >nul || exit /b 1
        reg add "%classes%\.%%e" /ve /d Keitai.%%e /f >nul || exit /b 1
    )
)
if /i "%~1"=="/remove" (echo the files open in other programs again) else (echo .mbac, .mtra, .bac, .tra and .bck open in Keitai)
